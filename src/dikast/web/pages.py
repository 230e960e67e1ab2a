"""How pages are made: one Jinja environment for all of them, and what every template can use.

Templates of the site and of each page family stand beside the exporters' own, whose parts show a ruling everywhere in
the same way. Must not know any page.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from dikast.record.exporters.html import environment as exporters
from dikast.record.exporters.shown import Direction
from dikast.record.exporters.words import TONGUES, Voice
from dikast.web.account.models import Person

Row = TypeVar("Row", bound=Model)

#: Page families whose templates lie in a folder of their own.
FAMILIES: Final = ("account", "api", "floor", "front", "method", "operator", "ruling", "transcript")
SCHEMES: Final = ("system", "light", "dark")


def _gettext(message: str) -> Markup:
    return Markup(gettext(message))  # the catalogues are ours, and Markup escapes what is filled in


def _ngettext(one: str, many: str, number: int) -> Markup:
    return Markup(ngettext(one, many, number))


def url(name: str, *args: object, **kwargs: object) -> str:
    """Return the address of a named page."""
    return reverse(name, args=args or None, kwargs=kwargs or None)


def environment(**options: Any) -> Environment:
    """Return the Jinja environment of all pages (called by Django)."""
    folders = [PackageLoader("dikast.web", "templates")]
    folders += [PackageLoader(f"dikast.web.{family}", "templates") for family in FAMILIES]
    ours: dict[str, Any] = {
        "loader": ChoiceLoader([*folders, PackageLoader("dikast.record.exporters")]),
        "autoescape": True,
        "auto_reload": False,
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
    }
    made = Environment(**(options | ours))
    made.filters.update({name: exporters().filters[name] for name in ("shown", "isolated", "plain", "count")})
    made.globals.update(
        {"_": _gettext, "ngettext": _ngettext, "url": url, "static": static, "get_messages": get_messages}
    )
    return made


def tongue() -> str:
    """Return the interface language in force: one of `TONGUES`."""
    code = (get_language() or "en").split("-")[0]
    return code if code in TONGUES else "en"


def facing(code: str) -> Direction:
    """Return the direction of an interface language."""
    return "rtl" if code == "ar" else "ltr"


def person_of(request: HttpRequest) -> Person | None:
    """Return who asks, None for a stranger."""
    return request.user if isinstance(request.user, Person) else None


def page(request: HttpRequest, template: str, context: dict[str, Any] | None = None, status: int = 200) -> HttpResponse:
    """Return a page made from a template.

    Args:
        request: what is answered.
        template: name of a Jinja template.
        context: what the template needs besides what every page has.
        status: the HTTP status.
    """
    code = tongue()
    person = person_of(request)
    scheme = request.COOKIES.get("scheme", "")
    shared: dict[str, Any] = {
        "tongue": code,
        "facing": facing(code),
        "tongues": settings.LANGUAGES,
        "scheme": scheme if scheme in SCHEMES else SCHEMES[0],
        "person": person,
        "notices_unread": person.notices.filter(read_at=None).count() if person else 0,
        "w": Voice(code, facing(code)),
        "now": timezone.now(),
        "site": settings.DIKAST_ADDRESS or request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, template, shared | (context or {}), status=status)


def paged(request: HttpRequest, found: QuerySet[Row], size: int) -> tuple[list[Row], dict[str, Any]]:
    """Return the rows of the page that a request asks for, and what the pager shows.

    Args:
        request: names the page as ``page``; anything else than a number of one is the first.
        found: all rows, in their order.
        size: rows on a page.
    """
    part = Paginator(found, size).get_page(request.GET.get("page", "1")[:6])

    def address(number: int) -> str:
        query = request.GET.copy()
        query["page"] = str(number)
        return f"?{query.urlencode()}"

    pager = {
        "number": part.number,
        "pages": part.paginator.num_pages,
        "before": address(part.number - 1) if part.has_previous() else "",
        "after": address(part.number + 1) if part.has_next() else "",
    }
    return list(part.object_list), pager
