"""The ledger as the page shows it: each line's rule in words, points (and earlier points), and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from dikast.core import graph
from dikast.core.debate import SIDES, Side
from dikast.record.exporters.fields import Entry, amount, children, decimal, signed, text
from dikast.record.exporters.flow import worth
from dikast.record.exporters.grounds import Asked, Ground, of_outcome, of_step
from dikast.record.exporters.posts import quality_terms
from dikast.record.exporters.source import Source, Step
from dikast.record.exporters.words import Voice

#: Outcomes from best to worst for the claim.
_SEVERITY = ("held", "dented", "broke", "dropped")


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line.

    Attributes:
        anchor: its place on the page.
        side, label, id: who earns it and for which move or post (`id` as in the file).
        rule: the rule in words.
        points, before: with sign; `before` where an earlier version counted otherwise.
        grounds: what it rests on.
        terms: how a post's quality adds up, in figures, "" elsewhere.
        back: the move's place in the flow, or the post's on the floor.
    """

    anchor: str
    side: Side
    label: str
    id: str
    rule: Markup
    points: str
    before: str
    grounds: tuple[Ground, ...]
    terms: str
    back: str


@dataclass(frozen=True, slots=True)
class LedgerTotal:
    """A side's total and the number of its lines."""

    side: Side
    total: str
    lines: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """All lines and both totals."""

    lines: tuple[LedgerLine, ...]
    totals: tuple[LedgerTotal, ...]


def ledger(source: Source, answers: Mapping[str, Asked], voice: Voice) -> Ledger:
    """Return the current ruling's ledger, each line with its grounds."""
    entries = children(source.ruling or {}, "ledger")
    before = _amounts(children(source.earlier[-1], "ledger")) if source.earlier else {}
    lines = []
    for number, entry in enumerate(entries, 1):
        side: Side = "B" if text(entry, "side") == "B" else "A"
        ref = text(entry, "move") or text(entry, "post")
        points = amount(entry, "amount")
        earlier = before.get((side, text(entry, "rule"), ref))
        step, turn = source.step.get(ref), source.turn.get(ref)
        lines.append(
            LedgerLine(
                f"line-{number}",
                side,
                source.label(ref),
                ref,
                _rule(source, entry, ref, voice),
                signed(points),
                signed(earlier) if earlier is not None and earlier != points else "",
                tuple(_grounds(source, entry, ref, answers)),
                quality_terms(source.assessments[ref])
                if ref in source.assessments and text(entry, "rule") == "quality"
                else "",
                step.node if step is not None else turn.anchor if turn is not None else "",
            )
        )
    sums = [
        LedgerTotal(
            side,
            decimal(sum((amount(one, "amount") for one in entries if text(one, "side") == side), Fraction(0))),
            sum(text(one, "side") == side for one in entries),
        )
        for side in SIDES
    ]
    return Ledger(tuple(lines), tuple(sums))


def _amounts(entries: tuple[Entry, ...]) -> dict[tuple[str, str, str], Fraction]:
    return {
        (text(one, "side"), text(one, "rule"), text(one, "move") or text(one, "post")): amount(one, "amount")
        for one in entries
    }


def _rule(source: Source, entry: Entry, ref: str, voice: Voice) -> Markup:
    """Put a line's rule in words (the method, §4.2, §4.3 and §3.4)."""
    rule, step = text(entry, "rule"), source.step.get(ref)
    if rule == "claim" and step is not None:
        fate = source.fates.get(ref, "")
        share = graph.KEEPS.get(fate, 100)
        keeps = voice("rule.keeps.all") if share == 100 else voice("rule.keeps", share=share)
        return voice(
            "rule.claim",
            weight=voice.of("weight", step.weight),
            fate=voice.of("fate", fate),
            keeps=keeps,
            worth=worth(step),
        )
    if rule == "rebuttal" and step is not None:
        outcome = source.outcomes.get(ref, "")
        return voice("rule.rebuttal", claim=source.label(step.root), outcome=voice.of("rule.rebuttal", outcome))
    if rule in ("quality", "conceded", "standing"):
        return voice(f"rule.{rule}", post=source.label(ref))
    return voice("rule.other", rule=rule, ref=source.label(ref))


def _grounds(source: Source, entry: Entry, ref: str, answers: Mapping[str, Asked]) -> list[Ground]:
    step = source.step.get(ref)
    if step is not None:
        attack = step if text(entry, "rule") != "claim" else _deciding(source, ref)
        # What decided stands first.
        grounds = of_outcome(source, attack, answers)[::-1] if attack is not None else []
        if attack is not None and attack is not step:
            grounds.append(of_step(attack, answers))
        return [*grounds, of_step(step, answers)]
    assessment = source.assessments.get(ref)
    if assessment is None:
        return []
    return [Ground(source.label(ref), source.turn.get(ref), None, "", "", answers.get(text(assessment, "perception")))]


def _deciding(source: Source, claim: str) -> Step | None:
    """Return the attack that decided a claim's fate: the first with the worst outcome."""
    attacks = [
        step
        for step in source.steps
        if step.kind == "rebuttal"
        and step.root == claim
        and source.outcomes.get(step.id) in _SEVERITY
        and not source.state(step)
    ]
    return max(attacks, key=lambda step: _SEVERITY.index(source.outcomes[step.id]), default=None)
