"""The parts of a case's page as the exporters' templates make them, each by itself. Must not know where they go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from dikast.record.exporters.chart import momentum
from dikast.record.exporters.html import build, environment
from dikast.record.exporters.source import Source
from dikast.web.pages import facing


@dataclass(frozen=True, slots=True)
class Parts:
    """Sections of a case, each "" where the case has no matter for it."""

    head: Markup
    trouble: Markup
    flow: Markup
    momentum: Markup
    floor: Markup
    closing: Markup
    ledger: Markup
    speeches: Markup
    versions: Markup
    asked: Markup
    method: Markup


def parts(document: dict[str, Any], tongue: str) -> Parts:
    """Return the parts of a case document in the language `tongue`."""
    source = Source(document)
    view, voice = build(source, tongue)
    if view.momentum is not None:  # time runs as the page does, whatever the debate's own direction
        view = replace(view, momentum=momentum(source, facing(tongue) == "rtl"))

    def made(name: str, wanted: object = True) -> Markup:
        if not wanted:
            return Markup("")
        return Markup(environment().get_template(f"{name}.html.j2").render(view=view, w=voice))

    annals = view.annals
    flow = made("flow", view.flow)
    if view.flow is not None:
        places = f'<div class="columns-{view.flow.columns} flow'
        flow = Markup(
            str(flow)
            .replace('<div class="flow">', f'{places}">')
            .replace('<div class="flow wide">', f'{places} wide">')
        )
    return Parts(
        made("ruling_head"),
        made("trouble", annals.troubles),
        flow,
        made("momentum", view.momentum),
        made("floor", view.floor),
        made("closing", view.closing),
        made("ledger", view.ledger),
        made("speeches", view.said),
        made("versions", len(annals.versions) > 1 or annals.changes),
        made("asked", view.asked),
        made("method"),
    )
