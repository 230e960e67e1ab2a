"""The debate that an address names, for whoever may see it. Must not know what is shown of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from dikast.web.debates.models import Debate
from dikast.web.debates.sight import at
from dikast.web.pages import person_of


def debate_at(request: HttpRequest, slug: str) -> Debate:
    """Return the debate at an address.

    Raises:
        Http404: there is none, or it is not for this person to see.
    """
    debate = at(slug, person_of(request))
    if debate is None:
        raise Http404
    return debate
