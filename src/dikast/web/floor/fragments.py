"""What an event of a floor brings to its pages: elements with ids, appended or replaced. Must not know HTTP."""

from __future__ import annotations

from dikast.web.debates.models import Event


def fragment(event: Event, tongue: str) -> str:
    """Return the HTML that `event` brings to its floor's page, in the interface language `tongue`."""
    return f'<p id="event-{event.number}" data-into="#events">{event.kind}</p>'
