"""Pages for finding debates. Must not know what is in a debate."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dikast.record.exporters.words import Voice
from dikast.web.account.models import Person
from dikast.web.debates import finding
from dikast.web.debates.models import Debate, Follow
from dikast.web.debates.sight import listed
from dikast.web.front import rows
from dikast.web.front_door import keep
from dikast.web.pages import facing, page, paged, person_of, tongue, url
from dikast.web.ruling.sighted import debate_at
from dikast.web.ruling.verdict import verdict

#: Debates on one page of a list.
PAGE = 25
#: What the list of debates can be narrowed to → states.
KINDS = {"": (), "live": ("open",), "waiting": ("waiting",), "ruled": ("ruled", "forfeited")}


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Show what is featured, what goes on now, and what was ruled lately."""
    found = listed().only(*rows.COLUMNS)
    lead = found.filter(featured_at__isnull=False, state="ruled").order_by("-featured_at").first()
    lately = found.filter(state__in=("ruled", "forfeited")).order_by("-ruled_at", "-pk")
    if lead is not None:
        lately = lately.exclude(pk=lead.pk)
    live = list(found.filter(state__in=("open", "waiting")).order_by("-active_at")[:5])
    person = person_of(request)
    context = {
        "lead": _lead(lead) if lead else None,
        "live": rows.running(live),
        "lately": rows.ruled(lately[:8]),
        "mine": rows.running(_mine(person)) if person else [],
    }
    response = page(request, "front_page.html.j2", context)
    return response if person else keep(response)


def _mine(person: Person) -> QuerySet[Debate]:
    """Return the running debates in which `person` has a seat."""
    seated = Debate.objects.filter(seats__person=person, state__in=("waiting", "open", "closed"))
    return seated.only(*rows.COLUMNS).distinct().order_by("-active_at")[:5]


def _lead(debate: Debate) -> dict[str, Any]:
    row = rows.ruled([debate])[0]
    graph = debate.method.startswith("graph")
    kind = _("Match") if graph else _("Open floor")
    code = tongue()
    links = [(url("ruling", slug=debate.slug), _("Read the ruling"))]
    if graph:
        links.append((url("ruling", slug=debate.slug) + "#flow", _("See the flow")))
    return row | {
        "heading": _("Featured · %(kind)s, ruled %(day)s") % {"kind": kind, "day": row["when"]},
        "standfirst": "",
        "call": verdict(debate.summary, debate.names, Voice(code, facing(code))) or row["finding"],
        "reason": row["note"],
        "links": links,
    }


@require_safe
def debates(request: HttpRequest) -> HttpResponse:
    """Show all debates that anyone may find, page by page."""
    kind = request.GET.get("kind", "")
    found = listed().only(*rows.COLUMNS)
    if KINDS.get(kind):
        found = found.filter(state__in=KINDS[kind])
    part, pager = paged(request, found.order_by("-active_at", "-pk"), PAGE)
    context = pager | rows.parted(part) | {"kind": kind if kind in KINDS else ""}
    response = page(request, "front_debates.html.j2", context)
    return response if person_of(request) else keep(response)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find debates by words of their motions and speeches."""
    query = request.GET.get("q", "").replace("\x00", "")[:200].strip()
    person = person_of(request)
    hits = finding.find(query, person, PAGE) if query else []
    context = {"query": query, "hits": [(rows.running([hit.debate])[0], hit.passage) for hit in hits]}
    return page(request, "front_search.html.j2", context)


@require_safe
def person(request: HttpRequest, handle: str) -> HttpResponse:
    """Show a person's public debates."""
    found = Person.objects.filter(handle=handle, is_active=True).first()
    if found is None:
        raise Http404
    debates = (
        listed()
        .filter(Q(seats__person=found) | Q(owner=found, origin="transcript"))
        .only(*rows.COLUMNS)
        .distinct()
        .order_by("-active_at", "-pk")
    )
    part, pager = paged(request, debates, PAGE)
    return page(request, "front_person.html.j2", pager | rows.parted(part) | {"who": found})


@require_POST
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a debate, or stop following it."""
    debate = debate_at(request, slug)
    who = person_of(request)
    if who is None:
        return HttpResponseRedirect(f"{url('sign-in')}?{urlencode({'next': url('debate', slug=slug)})}")
    if request.POST.get("follow") == "no":
        Follow.objects.filter(debate=debate, person=who).delete()
    else:
        Follow.objects.get_or_create(debate=debate, person=who)
    return HttpResponseRedirect(url("debate", slug=slug))
