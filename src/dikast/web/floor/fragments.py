"""What an event of a floor brings to its pages: elements with ids, appended or replaced. Must not know HTTP.

The same for everyone who watches in one language, so nothing in it is about a person: who may speak next fetches the
composer by himself (``data-turn``).
"""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from dikast.record.exporters.shown import plain
from dikast.record.exporters.words import Voice
from dikast.web.debates.models import Event
from dikast.web.floor.showing import Shown, people, shown
from dikast.web.pages import facing


def fragment(event: Event, tongue: str) -> str:
    """Return the HTML that `event` brings to its floor's page, in the interface language `tongue`."""
    with override(tongue):
        now = shown(event.debate, tongue)
        context: dict[str, Any] = {
            "shown": now,
            "debate": event.debate,
            "event": event,
            "articles": _articles(event, now),
            "say": _say(event, now),
            "people": people(now) if event.kind in ("joined", "opened") else None,
            "passes": event.kind in ("opened", "post", "yield", "closed", "forfeit"),
            "tongue": tongue,
            "facing": facing(tongue),
            "w": Voice(tongue, facing(tongue)),
            "now": timezone.now(),
        }
        return render_to_string("floor_event.html.j2", context)


def _articles(event: Event, now: Shown) -> list[str]:
    """Return the posts that an event brings or changes."""
    if event.kind == "post":
        return [now.article(event.data["post"], joins=True)]
    if event.kind == "judged":
        last = min(event.data["last"], len(now.posts))
        return [now.article(number, joins=False) for number in range(event.data["first"], last + 1)]
    return []


def _say(event: Event, now: Shown) -> str:
    """Return the sentence that is read out for an event."""
    data, names = event.data, event.debate.names
    side = {"side": plain(names.get(data.get("side", ""), ""))}
    if event.kind == "post":
        post = now.posts[data["post"] - 1]
        return _("New from %(side)s: number %(number)s.") % {"side": plain(names[post.side]), "number": post.number}
    return {
        "joined": _("Somebody took a seat for %(side)s.") % side,
        "opened": _("The floor is open."),
        "yield": _("%(side)s yielded the floor.") % side,
        "judged": "",
        "closed": _("Nothing was said; the debate was taken down.")
        if event.debate.state == "withdrawn"
        else _("The floor is closed. The judge is at work."),
        "forfeit": _("Time ran out: %(side)s forfeits.") % side,
        "ruled": _("The ruling is there."),
        "fault": _("The judge gave no answer; a person is needed."),
    }.get(event.kind, "")
