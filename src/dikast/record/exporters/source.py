"""The case document as typed values: speeches, moves, outcomes and the current ruling, each with a display label.

Labels are the page's own (A1, B1 for claims, R, D, C for moves, P for posts), anchors are numbers, so that no id
from a file reaches markup. Must not know how anything looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from dikast.core.debate import SIDES, Side
from dikast.record.exporters.fields import Entry, child, children, strings, text, whole

#: The most characters of a move's gist in the flow.
GIST: Final = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """One speech or post: its place (from 1), its page anchor, and what the file says of it."""

    number: int
    id: str
    side: Side
    speaker: str
    role: str
    text: str
    closing: bool
    answers: tuple[str, ...]
    concedes: str
    clarifies: str

    @property
    def anchor(self) -> str:
        return f"speech-{self.number}"


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the shown reading, with its label (``R1``) and the claim whose row it stands in."""

    number: int
    id: str
    label: str
    turn: Turn
    kind: str
    target: str
    root: str
    quote: str
    at: tuple[int, int] | None
    gist: str
    weight: str
    set_aside: bool
    perception: str
    second_look: str

    @property
    def node(self) -> str:
        return f"move-{self.number}"

    @property
    def words(self) -> str:
        return f"words-{self.number}"


@dataclass(frozen=True, slots=True)
class Resolution:
    """How an answered rebuttal came out, with the judge's reason."""

    outcome: str
    because: str
    perception: str


def _span(entry: Entry, quote: str, said: str) -> tuple[int, int] | None:
    """Return where `quote` stands in `said`, by its stored offsets or else by looking for it."""
    at = entry.get("at")
    if isinstance(at, list | tuple) and len(at) == 2 and all(isinstance(one, int) for one in at):
        start, end = at
        if 0 <= start < end <= len(said):
            return start, end
    start = said.find(quote) if quote else -1
    return (start, start + len(quote)) if start >= 0 else None


class Source:
    """One document, read once; everything derived from it is computed on first use and kept."""

    def __init__(self, document: Mapping[str, object]) -> None:
        self.document: Entry = document
        self.method = text(document, "method")
        self.graph = self.method.startswith("graph")
        self.motion = text(document, "motion")
        self.lang = text(document, "lang")
        sides = child(document, "sides")
        self.names: dict[Side, str] = {side: text(child(sides, side), "name") or side for side in SIDES}
        rulings = children(document, "rulings")
        self.faults = children(document, "faults")
        self.ruling: Entry | None = rulings[-1] if rulings and not self.faults else None
        self.earlier: tuple[Entry, ...] = rulings[:-1] if self.ruling is not None else rulings

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(
            Turn(
                number,
                text(entry, "id"),
                "B" if text(entry, "side") == "B" else "A",
                text(entry, "speaker"),
                text(entry, "role"),
                text(entry, "text"),
                entry.get("closing") is True,
                strings(entry, "answers"),
                text(entry, "concedes"),
                text(entry, "clarifies"),
            )
            for number, entry in enumerate(children(self.document, "speeches"), 1)
        )

    @cached_property
    def turn(self) -> dict[str, Turn]:
        return {turn.id: turn for turn in self.turns}

    @cached_property
    def shown(self) -> int:
        """The reading whose numbers the ruling shows, from 0."""
        number = whole(self.ruling, "shown") if self.ruling is not None else None
        return number - 1 if number is not None and number > 0 else 0

    @cached_property
    def readings(self) -> int:
        listed = self.document.get("readings")
        return max(len(listed), 1) if isinstance(listed, list | tuple) else 1

    @cached_property
    def reading(self) -> Entry:
        """The shown reading of a graph case: an object with moves and resolutions."""
        listed = children(self.document, "readings")
        return listed[min(self.shown, len(listed) - 1)] if listed else self.document

    @cached_property
    def assessments(self) -> dict[str, Entry]:
        """The shown reading of a rubric case, by post."""
        listed = self.document.get("readings")
        if not isinstance(listed, list | tuple) or not listed:
            return {}
        chosen = listed[min(self.shown, len(listed) - 1)]
        entries = chosen if isinstance(chosen, list | tuple) else ()
        return {text(one, "post"): one for one in entries if isinstance(one, Mapping)}

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The moves of the shown reading in the order of the speeches."""
        entries = [one for one in children(self.reading, "moves") if text(one, "speech") in self.turn]
        entries.sort(key=lambda one: self.turn[text(one, "speech")].number)
        targets = {text(one, "id"): text(one, "target") for one in entries}
        kinds = {text(one, "id"): text(one, "kind") for one in entries}
        labels = _labels(entries, self.turn)
        steps = []
        for number, entry in enumerate(entries, 1):
            turn, quote = self.turn[text(entry, "speech")], text(entry, "quote")
            steps.append(
                Step(
                    number,
                    text(entry, "id"),
                    labels[number - 1],
                    turn,
                    text(entry, "kind"),
                    text(entry, "target"),
                    _root(text(entry, "id"), targets, kinds),
                    quote,
                    _span(entry, quote, turn.text),
                    shorten(text(entry, "gist") or quote or text(entry, "id"), GIST),
                    text(entry, "weight") or "substantive",
                    entry.get("set_aside") is True,
                    text(entry, "perception"),
                    text(entry, "second_look"),
                )
            )
        return tuple(steps)

    @cached_property
    def step(self) -> dict[str, Step]:
        return {step.id: step for step in self.steps}

    @cached_property
    def resolutions(self) -> dict[str, Resolution]:
        return {
            text(one, "rebuttal"): Resolution(text(one, "outcome"), text(one, "because"), text(one, "perception"))
            for one in children(self.reading, "resolutions")
        }

    @cached_property
    def fates(self) -> dict[str, str]:
        fates = child(self.ruling or {}, "fates")
        return {key: text(fates, key) for key in fates}

    @cached_property
    def outcomes(self) -> dict[str, str]:
        """The outcome of each rebuttal that counts; one that the ruling leaves out (set aside, too late) has none."""
        given = child(self.ruling or {}, "outcomes")
        found = {one: resolution.outcome for one, resolution in self.resolutions.items()}
        for step in self.steps:
            if step.kind == "rebuttal" and self.state(step) == "" and step.id not in found:
                found[step.id] = "dropped"
        for step in self.steps:
            if step.kind == "concession" and step.target in found:
                found[step.target] = "broke"
        return found | {key: text(given, key) for key in given}

    def state(self, step: Step) -> str:
        """Return why a move scores nothing: ``set-aside``, ``new-matter``, ``moot``, or "" if it counts."""
        given = text(child(self.ruling or {}, "states"), step.id)
        if given or step.set_aside:
            return given or "set-aside"
        if step.kind == "claim":
            return "" if step.id in self.fates or not self.fates else "new-matter"
        target = self.step.get(step.target)
        return "moot" if target is not None and target.number < step.number and self.state(target) else ""

    def label(self, ref: str) -> str:
        """Return the display label of a move or post, or the id itself where the page knows no label."""
        if ref in self.step:
            return self.step[ref].label
        return f"P{self.turn[ref].number}" if ref in self.turn and not self.graph else ref

    def owner(self, ref: str) -> Side | None:
        """Return the side that made a move or post."""
        found = self.step[ref].turn if ref in self.step else self.turn.get(ref)
        return found.side if found is not None else None


def shorten(words: str, most: int) -> str:
    """Return `words` on one line, cut to `most` characters."""
    line = " ".join(words[: most * 4].split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _root(start: str, targets: Mapping[str, str], kinds: Mapping[str, str]) -> str:
    """Follow targets to the claim at their end; "" where the chain leads nowhere or round in a circle."""
    here, seen = start, set[str]()
    while here in kinds and here not in seen:
        if kinds[here] == "claim":
            return here
        seen.add(here)
        here = targets[here]
    return ""


def _labels(entries: list[Entry], turn: Mapping[str, Turn]) -> list[str]:
    """Number claims by side and moves by kind, in order; a renewal keeps its rebuttal's label, later defenses of
    one rebuttal keep the first one's."""
    counts: dict[str, int] = {}
    given: dict[str, str] = {}
    defended: dict[str, str] = {}
    labels = []
    for entry in entries:
        kind, target = text(entry, "kind"), text(entry, "target")
        letter = {"claim": turn[text(entry, "speech")].side, "rebuttal": "R", "defense": "D", "concession": "C"}.get(
            kind
        )
        if kind == "defense" and target in defended:
            label = defended[target]
        elif letter is None:
            label = given.get(target, "M")
        else:
            counts[letter] = counts.get(letter, 0) + 1
            label = f"{letter}{counts[letter]}"
        if kind == "defense":
            defended.setdefault(target, label)
        given.setdefault(text(entry, "id"), label)
        labels.append(label)
    return labels
