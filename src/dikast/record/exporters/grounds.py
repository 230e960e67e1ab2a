"""What a ledger line rests on: quotes in their context and the judge's answers behind them. Must not know points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dikast.record.exporters.fields import Entry, child, children, strings, text, whole
from dikast.record.exporters.passages import Quoted, quoted
from dikast.record.exporters.source import Source, Step, Turn

#: A raw answer longer than this is cut in the ledger; the whole stands among the questions and answers.
CUT: Final = 700
#: Questions whose prompt holds no names, sides or motion.
BLIND: Final = frozenset({"resolution", "second-look"})


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to a judge with its answer, as stored; `anchor` is its place among the questions and answers."""

    number: int
    anchor: str
    id: str
    question: str
    name: str
    blind: bool
    judge: str
    model: str
    parameters: str
    reading: int | None
    tokens_in: int | None
    tokens_out: int | None
    tries: int
    confidence: str
    about: tuple[str, ...]
    system: str
    input: str
    reply: str
    head: str
    rejected: tuple[tuple[str, str, str], ...]

    @property
    def cut(self) -> bool:
        return len(self.head) < len(self.reply)


@dataclass(frozen=True, slots=True)
class Ground:
    """One thing that a line rests on: words of a speech (None: no quote kept) and the answer about them."""

    label: str
    turn: Turn | None
    quote: Quoted | None
    words: str
    because: str
    asked: Asked | None


def asked(source: Source) -> dict[str, Asked]:
    """Return every stored question by its id, in the file's order."""
    prompts = child(source.document, "prompts")
    found: dict[str, Asked] = {}
    for number, entry in enumerate(children(source.document, "perceptions"), 1):
        question, reply = text(entry, "question"), text(entry, "reply")
        name, tokens = question.partition("/")[0], child(entry, "tokens")
        found[text(entry, "id") or f"#{number}"] = Asked(
            number,
            f"asked-{number}",
            text(entry, "id"),
            question,
            name,
            name in BLIND,
            text(entry, "judge"),
            text(entry, "model"),
            _parameters(child(entry, "parameters")),
            whole(entry, "reading"),
            whole(tokens, "in"),
            whole(tokens, "out"),
            whole(entry, "tries") or 1,
            text(entry, "confidence"),
            strings(entry, "about"),
            text(prompts, text(entry, "prompt")),
            text(entry, "input"),
            reply,
            reply[:CUT],
            tuple((text(one, "code"), text(one, "what"), text(one, "value")) for one in children(entry, "rejected")),
        )
    return found


def _parameters(entry: Entry) -> str:
    """Write a model's parameters in a line; what is nested or absent is left to the whole request."""
    return ", ".join(f"{key} {value}" for key, value in entry.items() if isinstance(value, str | int | float))


def of_step(step: Step, answers: Mapping[str, Asked]) -> Ground:
    """Return the words that make a move, with the answer that found them."""
    return Ground(
        step.label,
        step.turn,
        quoted(step.turn.text, step.at, step.quote) if step.quote or step.at else None,
        step.words if step.at else "",
        "",
        answers.get(step.perception),
    )


def of_outcome(source: Source, attack: Step, answers: Mapping[str, Asked]) -> list[Ground]:
    """Return what an attack's outcome rests on: the answers to it with the resolution, or the second look."""
    resolution = source.resolutions.get(attack.id)
    replies = [step for step in source.steps if step.target == attack.id and step.kind in ("defense", "concession")]
    if replies and resolution is not None:
        grounds = [of_step(step, answers) for step in replies]
        last = grounds[-1]
        grounds[-1] = Ground(
            last.label,
            last.turn,
            last.quote,
            last.words,
            resolution.because,
            answers.get(resolution.perception) or last.asked,
        )
        return grounds
    if attack.second_look:
        return [Ground(attack.label, None, None, "", "", answers.get(attack.second_look))]
    return [of_step(step, answers) for step in replies]
