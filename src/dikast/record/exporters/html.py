"""One self-contained page of a case: the ruling, the flow or the floor, and everything that the numbers rest on.

The page needs no script and asks for nothing beyond itself. Strangers' text reaches it escaped and isolated.
The templates only lay out what the view modules beside this one compute. Must not know how to score.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from dikast.core.debate import Side
from dikast.record.exporters import palette
from dikast.record.exporters.annals import Annals, annals
from dikast.record.exporters.chart import Momentum, momentum
from dikast.record.exporters.closing import Closing, closing
from dikast.record.exporters.fields import amount, child, children, decimal, text
from dikast.record.exporters.flow import Flow, flow
from dikast.record.exporters.grounds import Asked, asked
from dikast.record.exporters.head import Head, head
from dikast.record.exporters.lines import Ledger, ledger
from dikast.record.exporters.passages import Piece, Ref, pieces
from dikast.record.exporters.posts import Floor, floor
from dikast.record.exporters.shown import Direction, direction, isolated, language, plain, shown
from dikast.record.exporters.source import Source, Turn
from dikast.record.exporters.words import Voice, tongue_of

_SEAL: Final = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Said:
    """One turn in full, or (`turn` None) words of someone who is not judged, such as a moderator."""

    turn: Turn | None
    speaker: str
    role: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class SpeakerShare:
    """What one of several speakers brought to a side; `speaker` is "" for speeches without a name."""

    speaker: str
    points: str


@dataclass(frozen=True, slots=True)
class View:
    """The page. Sections that a document has no matter for are None.

    `lang` is the debate's language, `dir` the page's direction; `running` tells that the debate goes on.
    """

    lang: str
    dir: Direction
    running: bool
    title: str
    motion: str
    graph: bool
    format: str
    method: str
    number: int
    version: int
    names: Mapping[Side, str]
    speakers: Mapping[Side, tuple[str, ...]]
    shares: Mapping[Side, tuple[SpeakerShare, ...]]
    head: Head
    flow: Flow | None
    momentum: Momentum | None
    floor: Floor | None
    ledger: Ledger | None
    closing: Closing | None
    said: tuple[Said, ...]
    asked: tuple[Asked, ...]
    annals: Annals
    label: Mapping[str, str]


def page(document: Mapping[str, object], tongue: str = "") -> str:
    """Return the page of a case document as one HTML text.

    Args:
        document: as `dikast judge` writes it or by hand; it must have been read and checked before.
        tongue: one of `TONGUES`; by default the debate's own language where it is one of them, else English.

    Result:
        HTML that needs no other file and no network, and is the same for the same document.
    """
    source = Source(document)
    view, voice = build(source, tongue)
    return (
        environment()
        .get_template("page.html.j2")
        .render(view=view, w=voice, style=Markup(style(view.flow, view.annals.seal)))
    )


def build(source: Source, tongue: str = "", *, running: bool = False) -> tuple[View, Voice]:
    """Return the whole view of a case, and the voice that says its words.

    Args:
        source: the case.
        tongue: one of `TONGUES`, in whose direction the page then runs; by default the debate's own language where it
            is one of them, else English in a page that runs as the debate does.
        running: whether the debate goes on, so that what is there is not the end.
    """
    lang, answers = language(source.lang), asked(source)
    own = direction(source.lang, source.motion, *(turn.text for turn in source.turns))
    facing = Voice(tongue).direction if tongue else own
    voice = Voice(tongue or tongue_of(lang), facing)
    ruled, graph = source.ruling is not None, source.graph
    motion = source.motion or voice.plain("page.untitled")
    view = View(
        lang,
        facing,
        running,
        voice.plain("page.title", motion=plain(motion)),
        motion,
        graph,
        text(source.document, "format"),
        source.method,
        len(source.turns),
        len(source.earlier) + 1 if ruled else 0,
        source.names,
        {side: _speakers(source, side) for side in source.names},
        _speaker_shares(source),
        head(source, answers, voice),
        flow(source, running=running) if graph and (ruled or (source.steps and not source.faults)) else None,
        momentum(source, facing == "rtl") if ruled and graph else None,
        floor(source) if not graph else None,
        ledger(source, answers, voice) if ruled else None,
        closing(source, answers),
        _said(source),
        tuple(answers.values()),
        annals(source, answers),
        {ref: source.label(ref) for ref in source.step}
        | {
            turn.id: voice.plain("flow.speech", number=turn.number) if graph else source.label(turn.id)
            for turn in source.turns
        },
    )
    return view, voice


def _speakers(source: Source, side: Side) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn.speaker for turn in source.turns if turn.side == side and turn.speaker))


def _said(source: Source) -> tuple[Said, ...]:
    """Return the speeches in full with what was said between them; a rubric debate's posts stand on the floor."""
    between: dict[str, list[Said]] = {}
    for entry in children(source.document, "unjudged"):
        said = text(entry, "text")
        between.setdefault(text(entry, "after"), []).append(
            Said(None, text(entry, "speaker"), text(entry, "role"), pieces(said, ()))
        )
    refs: dict[str, list[Ref]] = {}
    for step in source.steps:
        if step.at is not None:
            refs.setdefault(step.turn.id, []).append(Ref(*step.at, step.label, step.words, step.node))
    all_said = between.get("", [])
    for turn in source.turns:
        if source.graph:
            all_said.append(Said(turn, turn.speaker, turn.role, pieces(turn.text, refs.get(turn.id, ()))))
        all_said += between.get(turn.id, [])
    return tuple(all_said)


def _speaker_shares(source: Source) -> dict[Side, tuple[SpeakerShare, ...]]:
    """Return each side's points by speaker, nothing where no side has several."""
    listed = child(source.ruling or {}, "speakers")
    shares = {
        side: tuple(
            SpeakerShare(text(one, "speaker"), decimal(amount(one, "points"))) for one in children(listed, side)
        )
        for side in source.names
    }
    return shares if any(len(one) > 1 for one in shares.values()) else {}


@pass_context
def _count(context: Context, number: int) -> str:
    """Return a small number in words of the page's language, a larger one in figures."""
    said: str = context["w"].count(number)
    return said


@cache
def environment() -> Environment:
    """Return the template environment: everything escaped, a missing name an error."""
    made = Environment(
        loader=PackageLoader("dikast.record.exporters"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(shown=shown, isolated=isolated, plain=plain, count=_count)
    return made


@cache
def _sheet() -> str:
    return files("dikast.record.exporters").joinpath("styles.css").read_text(encoding="utf-8")


def style(shown_flow: Flow | None, seal: str) -> str:
    """Return the page's style sheet, with the places of a flow's columns and stacks as classes.

    A well-formed `seal` goes to the foot of every printed page.
    """
    rules = [palette.css(), _sheet()]
    if shown_flow is not None:
        depth = max((row.depth for group in shown_flow.groups for row in group.rows), default=1)
        rules.append(f".columns-{shown_flow.columns}{{--columns:{shown_flow.columns}}}")
        for place in range(1, max(shown_flow.columns, depth) + 1):
            rules.append(f".at-{place}{{--at:{place}}}.span-{place}{{--span:{place}}}.row-{place}{{--row:{place}}}")
            rules.append(f".deep-{place}{{--depth:{place}}}")
    if _SEAL.fullmatch(seal):
        rules.append(f'@page{{@bottom-center{{font:7pt sans-serif;content:"Dikast · {seal}"}}}}')
    return "\n".join(rules)


def sheet() -> str:
    """Return one style sheet for the parts of any case, for pages that may hold no style of their own."""
    rules = [palette.css(), _sheet()]
    for place in range(1, 65):
        rules.append(f".columns-{place}{{--columns:{place}}}.deep-{place}{{--depth:{place}}}")
        rules.append(f".at-{place}{{--at:{place}}}.span-{place}{{--span:{place}}}.row-{place}{{--row:{place}}}")
    return "\n".join(rules)
