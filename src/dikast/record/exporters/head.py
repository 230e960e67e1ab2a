"""The head of a ruling: the finding in words, the scoreline bar, the call, what it turns on, and the facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from dikast.core.debate import SIDES, Side, other
from dikast.core.scoreline import TOO_CLOSE, call, scoreline
from dikast.record.exporters.fields import Entry, child, children, decimal, pair, text, whole
from dikast.record.exporters.grounds import Asked
from dikast.record.exporters.shown import isolated
from dikast.record.exporters.source import Source
from dikast.record.exporters.words import Voice


@dataclass(frozen=True, slots=True)
class Bar:
    """The scoreline bar: ``ahead`` (colours), ``level`` (too close or a draw: no colours) or ``none`` (no points)."""

    kind: str
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Turning:
    """What the ruling turns on, in words; `ways` are the other listed sets, `more` tells how many ways there are and
    where they were looked for."""

    sentence: Markup
    more: tuple[Markup, ...]
    ways: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One label with its value."""

    label: Markup
    value: Markup


@dataclass(frozen=True, slots=True)
class Head:
    """Everything above the first section rule. `contested` and `amended` are "" where they do not apply."""

    judged: bool
    finding: Markup
    contested: tuple[Markup, ...]
    amended: Markup | str
    struck: Markup | str
    bar: Bar | None
    call: Markup | str
    reasons: tuple[Markup, ...]
    turning: Turning | None
    facts: tuple[Fact, ...]


def finding_of(ruling: Entry) -> str:
    """Return the ruling's finding: ``A``, ``B`` or ``draw``, whatever the method calls a draw."""
    given = text(ruling, "winner") or text(ruling, "finding")
    return given if given in SIDES else "draw"


def pair_of(shares: tuple[int, int], voice: Voice) -> Markup:
    """Write both shares, A's first, as the language writes a pair."""
    return Markup('<span class="pair">{}</span>').format(voice.plain("pair", a=shares[0], b=shares[1]))


def head(source: Source, answers: Mapping[str, Asked], voice: Voice) -> Head:
    """Put the current ruling in words (the look's §7 and §11); without one, say that a person is needed."""
    facts = tuple(_facts(source, answers, voice))
    if source.ruling is None:
        return Head(False, voice("finding.unjudged"), (), "", "", None, "", (), None, facts)
    ruling = source.ruling
    totals, shares = pair(ruling, "totals"), _shares(ruling)
    earlier = source.earlier[-1] if source.earlier else None
    changes = children(source.document, "amendments")
    return Head(
        True,
        _finding(source, ruling, voice),
        tuple(_contested(source, ruling, voice)),
        voice("amended", number=len(source.earlier) + 1, why=text(changes[-1], "why") if changes else "")
        if earlier is not None
        else "",
        pair_of(_shares(earlier), voice) if earlier is not None and _shares(earlier) != shares else "",
        _bar(ruling, totals, shares),
        *_call(source, ruling, voice),
        _turning(source, child(ruling, "turns_on"), voice),
        facts,
    )


def _shares(ruling: Entry) -> tuple[int, int]:
    line = child(ruling, "scoreline")
    a, b = whole(line, "A"), whole(line, "B")
    if a is None or b is None or not (0 <= a <= 100 and a + b == 100):
        return scoreline(*pair(ruling, "totals"))
    return a, b


def _close(ruling: Entry) -> bool:
    return (text(ruling, "call") or call(_shares(ruling))) == "too_close"


def _scored(ruling: Entry, totals: tuple[Fraction, Fraction]) -> bool:
    return any(totals) or bool(children(ruling, "ledger"))


def _finding(source: Source, ruling: Entry, voice: Voice) -> Markup:
    found, totals = finding_of(ruling), pair(ruling, "totals")
    pair_of_shares = pair_of(_shares(ruling), voice)
    if not _scored(ruling, totals):
        return voice("finding.none")
    if found == "draw":
        if totals[0] == totals[1]:
            return voice("finding.draw", points=Markup(decimal(totals[0])))
        return voice("finding.split") if source.readings > 1 else voice("finding.close", shares=pair_of_shares)
    if _close(ruling):
        return voice("finding.close", shares=pair_of_shares)
    side: Side = "A" if found == "A" else "B"
    return voice("finding.ahead", side=source.names[side], shares=pair_of_shares)


def _bar(ruling: Entry, totals: tuple[Fraction, Fraction], shares: tuple[int, int]) -> Bar:
    if not _scored(ruling, totals):
        return Bar("none", *shares)
    return Bar("level" if finding_of(ruling) == "draw" or _close(ruling) else "ahead", *shares)


def _call(source: Source, ruling: Entry, voice: Voice) -> tuple[Markup | str, tuple[Markup, ...]]:
    """Return the call and its reasons: call first, then why."""
    totals, (a, b) = pair(ruling, "totals"), _shares(ruling)
    if not _scored(ruling, totals):
        return "", ()
    apart, found = abs(a - b), finding_of(ruling)
    points = voice("call.points", a=Markup(decimal(totals[0])), b=Markup(decimal(totals[1])))
    reasons = []
    if found == "draw" and totals[0] == totals[1]:
        word = voice("call.draw")
    elif _close(ruling):
        word = voice("call.close")
        reasons += [voice("call.within", apart=apart, limit=TOO_CLOSE), points]
        if found != "draw":
            reasons.append(voice("call.finding.side", side=source.names["A" if found == "A" else "B"]))
    else:
        word = voice("call.stable")
        reasons.append(voice("call.apart", apart=apart, limit=TOO_CLOSE))
        if whole(child(ruling, "turns_on"), "smallest") == 1:
            reasons.append(voice("call.margin"))
        reasons.append(points)
    readings = whole(child(ruling, "agreement"), "readings") or 1
    if readings > 1:
        reasons.append(voice("call.readings", readings=readings))
    return word, tuple(reasons)


def _contested(source: Source, ruling: Entry, voice: Voice) -> list[Markup]:
    found: list[Markup] = []
    own = text(child(source.document, "closing_view"), "finding")
    if own and own not in (finding_of(ruling), {"draw": "tie"}.get(finding_of(ruling))):
        found.append(
            voice("contested.own", side=source.names["A" if own == "A" else "B"])
            if own in SIDES
            else voice("contested.own.tie")
        )
    agreement = child(ruling, "agreement")
    agree, readings = whole(agreement, "agree"), whole(agreement, "readings")
    if agree is not None and readings is not None and agree < readings:
        found.append(voice("contested.readings", agree=agree, readings=readings))
    return found


def _turning(source: Source, turns: Entry, voice: Voice) -> Turning | None:
    if not turns:
        return None
    listed = turns.get("sets")
    sets = [_changes(one) for one in listed] if isinstance(listed, list | tuple) else []
    results = children(turns, "results")
    smallest = whole(turns, "smallest")
    if smallest is None or not sets:
        return Turning(
            voice("turn.unknown" if turns.get("computed") is False else "turn.never"), _looked(source, voice), ()
        )
    ways = [_way(source, one, results[place] if place < len(results) else {}, voice) for place, one in enumerate(sets)]
    lead = voice("turn.lead", number=smallest)
    others = (whole(turns, "count") or len(sets)) - 1
    more = _looked(source, voice)
    if others > 0:
        counted = turns.get("all_counted") is not False
        more = (voice("turn.others" if counted else "turn.least", number=others), *more)
    return Turning(Markup("{} {}").format(lead, ways[0]), more, tuple(ways[1:]))


def _looked(source: Source, voice: Voice) -> tuple[Markup, ...]:
    """Say in which of several readings the changes were looked for."""
    if source.readings < 2:
        return ()
    return (voice("turn.reading", number=source.shown + 1, readings=source.readings),)


def _changes(entry: object) -> list[Entry]:
    return [one for one in entry if isinstance(one, Mapping)] if isinstance(entry, list | tuple) else []


def _way(source: Source, changes: list[Entry], result: Entry, voice: Voice) -> Markup:
    changed = voice("turn.and").join(_change(source, one, voice) for one in changes)
    totals, found = pair(result, "totals"), finding_of(result)
    if found == "draw":
        outcome = voice("turn.result.draw", high=Markup(decimal(totals[0])))
    else:
        outcome = voice(
            "turn.result.side",
            side=source.names["A" if found == "A" else "B"],
            high=Markup(decimal(max(totals))),
            low=Markup(decimal(min(totals))),
        )
        if call(scoreline(*totals)) == "too_close":
            outcome = voice("turn.close", result=outcome)
    return voice("turn.had", changes=changed, result=outcome)


def _change(source: Source, change: Entry, voice: Voice) -> Markup:
    """Put one changed perception in words; the labels and the new value are strong."""
    kind, ref = text(change, "kind"), text(change, "ref")
    after = Markup("<b>{}</b>").format(_value(kind, text(change, "after"), voice))
    values = {"ref": _strong(source.label(ref)), "after": after, "before": _value(kind, text(change, "before"), voice)}
    step = source.step.get(ref)
    if kind == "outcome" and step is not None:
        claim = _strong(source.label(step.root))
        answered = any(one.target == ref and one.kind == "defense" for one in source.steps)
        side = source.names[other(step.turn.side)]
        return voice(
            "turn.outcome" if answered else "turn.unanswered",
            **(values | {"ref": claim, "attack": step.label, "side": side}),
        )
    field = text(change, "field")
    if kind == "score":
        return voice("turn.score", **(values | {"field": voice.of("criterion", field)}))
    if kind == "fallacy":
        return voice("turn.fallacy", **(values | {"field": voice.of("pattern", field)}))
    return voice("turn.weight" if kind == "weight" else "turn.other", **values)


def _strong(label: str) -> Markup:
    return Markup("<b>{}</b>").format(isolated(label))


def _value(kind: str, value: str, voice: Voice) -> Markup:
    families = {
        "outcome": "mark",
        "class": "class",
        "weight": "weight",
        "fallacy": "severity",
        "engagement": "reading",
    }
    family = families.get(kind, "")
    return voice.of(family if voice.knows(family, value) else "reading", value or "none")


def _facts(source: Source, answers: Mapping[str, Asked], voice: Voice) -> list[Fact]:
    """Return the facts column: who judged, how often, on what, and which record this is."""
    judges = dict.fromkeys(one.judge + (f", {one.model}" if one.model else "") for one in answers.values())
    named = [name for name in judges if name.strip(", ")]
    ruling: Entry = source.ruling or {}
    agreement = child(ruling, "agreement")
    readings = whole(agreement, "readings") or source.readings
    facts = [
        Fact(
            voice("facts.judge" if len(named) < 2 else "facts.judges"),
            Markup("; ").join(isolated(name) for name in named) or voice("facts.unknown"),
        ),
        Fact(
            voice("facts.readings"),
            voice("facts.readings.value", agree=whole(agreement, "agree") or readings, readings=readings)
            if readings > 1
            else voice("facts.readings.one"),
        ),
        Fact(voice("facts.perceptions"), _perceptions(source, answers, voice)),
    ]
    rejected = sum(len(one.rejected) for one in answers.values())
    if rejected:
        facts.append(Fact(voice("facts.rejected"), Markup(rejected)))
    own = text(child(source.document, "closing_view"), "finding")
    if own and source.ruling is not None:
        agrees = own == finding_of(ruling) or (own == "tie" and finding_of(ruling) == "draw")
        facts.append(Fact(voice("facts.own"), voice("facts.own.agrees" if agrees else "facts.own.differs")))
    changes = children(source.document, "amendments")
    if changes:
        facts.append(Fact(voice("facts.amendments"), Markup(len(changes))))
    seal = text(source.document, "seal").removeprefix("sha256:")
    short = (
        Markup('<code dir="ltr">{}</code>').format(isolated(f"{seal[:4]} {seal[4:8]}"))
        if seal
        else voice("method.unsealed")
    )
    facts.append(Fact(voice("facts.record"), short))
    return facts


def _perceptions(source: Source, answers: Mapping[str, Asked], voice: Voice) -> Markup:
    if not answers:
        return voice("facts.perceptions.none")
    quotes = [step.at is not None for step in source.steps if step.quote and step.turn.text]
    if all(quotes):
        return voice("facts.quotes.all", number=len(answers))
    return voice("facts.quotes.some", number=len(answers), found=sum(quotes), quotes=len(quotes))
