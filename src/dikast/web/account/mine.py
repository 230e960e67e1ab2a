"""What is a person's own: his debates, and what he was told. Must not know what is in a debate."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import formats as dates
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from markupsafe import Markup

from dikast.record.exporters.shown import isolated
from dikast.web.account.doors import for_people
from dikast.web.account.models import Notice, Person
from dikast.web.debates.mailing import WORDS
from dikast.web.debates.models import Debate
from dikast.web.front import rows
from dikast.web.pages import page, url

#: Entries on one page of a list.
PAGE = 30


def _paged(request: HttpRequest, found: QuerySet[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the entries of the page that is asked for, and what the pager needs."""
    part = Paginator(found, PAGE).get_page(request.GET.get("page", "1")[:6])
    before = f"?page={part.previous_page_number()}" if part.has_previous() else ""
    after = f"?page={part.next_page_number()}" if part.has_next() else ""
    pager = {"number": part.number, "pages": part.paginator.num_pages, "before": before, "after": after}
    return list(part.object_list), pager


@require_safe
@for_people
def debates(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the debates in which a person has a seat, or that he started, brought or follows."""
    own = Debate.objects.filter(Q(owner=person) | Q(seats__person=person)).values("pk")
    follows = Q(follows__person=person) & ~Q(visibility="private")
    found = Debate.objects.filter(Q(pk__in=own) | follows).exclude(state="withdrawn").distinct()
    part, pager = _paged(request, found.only(*rows.COLUMNS).order_by("-active_at", "-pk"))
    running = [debate for debate in part if debate.state in ("open", "waiting")]
    over = [debate for debate in part if debate.state not in ("open", "waiting")]
    return page(request, "account_debates.html.j2", pager | {"going": rows.running(running), "over": rows.ruled(over)})


@require_safe
@for_people
def notices(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what a person was told, the latest first."""
    part, pager = _paged(request, person.notices.order_by("-created_at", "-pk"))
    told = [{"notice": one, "words": _words(one), "when": _when(one)} for one in part]
    return page(request, "account_notices.html.j2", pager | {"told": told})


def _words(notice: Notice) -> Markup:
    motion = isolated(notice.motion) if notice.motion else _("A debate without a stated motion")
    return Markup(_(WORDS[notice.kind])) % {"motion": motion}


def _when(notice: Notice) -> str:
    return dates.date_format(timezone.localtime(notice.created_at), "j F, H:i")


@require_safe
@for_people
def notice(request: HttpRequest, person: Person, pk: int) -> HttpResponse:
    """Lead to what a notice is about, and mark it as read."""
    found = person.notices.filter(pk=pk).first()
    if found is None:
        raise Http404
    if request.method == "GET":
        person.notices.filter(pk=pk, read_at=None).update(read_at=timezone.now())
    return HttpResponseRedirect(found.about)


@require_POST
@for_people
def read_all(request: HttpRequest, person: Person) -> HttpResponse:
    """Mark everything a person was told as read."""
    person.notices.filter(read_at=None).update(read_at=timezone.now())
    return HttpResponseRedirect(url("notices"))
