"""What is a person's own: his debates, and what he was told. Must not know what is in a debate."""

from __future__ import annotations

from django.db.models import Q
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
from dikast.web.pages import page, paged, url

#: Entries on one page of a list.
PAGE = 30


@require_safe
@for_people
def debates(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the debates in which a person has a seat, or that he started, brought or follows."""
    own = Debate.objects.filter(Q(owner=person) | Q(seats__person=person)).values("pk")
    follows = Q(follows__person=person) & ~Q(visibility="private")
    found = Debate.objects.filter(Q(pk__in=own) | follows).exclude(state="withdrawn").distinct()
    part, pager = paged(request, found.only(*rows.COLUMNS).order_by("-active_at", "-pk"), PAGE)
    return page(request, "account_debates.html.j2", pager | rows.parted(part))


@require_safe
@for_people
def notices(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what a person was told, the latest first."""
    part, pager = paged(request, person.notices.order_by("-created_at", "-pk"), PAGE)
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
