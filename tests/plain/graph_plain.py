"""`graph/1` a second time, as plainly as it can be put: every prefix scored from scratch, `Fraction` throughout.

It shares nothing with the product but the input types, and no thought is given to speed. Beside it stands the
seeded maker of random valid graphs on which the two are compared.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random

from dikast.core.debate import Debate, Speech
from dikast.core.moves import GraphReading, Move

HALF = Fraction(1, 2)
FULL = {"substantive": Fraction(20), "framing": Fraction(30)}
KEPT = {"uncontested": Fraction(1), "survived": Fraction(3, 5), "weakened": Fraction(3, 10), "defeated": Fraction(1, 4)}
RANK = {"held": 1, "dented": 2, "broke": 3, "dropped": 3}
BY_RANK = {0: "uncontested", 1: "survived", 2: "weakened", 3: "defeated"}


def half_up(value: Fraction) -> Fraction:
    return Fraction(floor(value + HALF))


def line(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
    if a == b:
        return Fraction(50), Fraction(50)
    small = half_up(100 * min(a, b) / (a + b))
    return (small, 100 - small) if a < b else (100 - small, small)


def closing_numbers(debate: Debate) -> set[int]:
    speeches = debate.speeches
    if any(speech.closing is not None for speech in speeches):
        return {number for number, speech in enumerate(speeches) if speech.closing}
    last = len(speeches) - 1
    return {last} if any(speech.side == speeches[last].side for speech in speeches[:last]) else set()


def not_scoring(debate: Debate, moves: list[Move]) -> dict[str, str]:
    number = {speech.id: at for at, speech in enumerate(debate.speeches)}
    closing = closing_numbers(debate)
    by_id = {move.id: move for move in moves}
    states: dict[str, str] = {}
    for move in moves:
        if move.kind == "claim" and number[move.speech] in closing:
            states[move.id] = "new-matter"
    for move in moves:
        if move.kind != "rebuttal":
            continue
        at = number[move.speech]
        claim = by_id[str(move.target)]
        own_before = [k for k in range(at) if debate.speeches[k].side == debate.speeches[at].side]
        first_chance = not own_before or number[claim.speech] > own_before[-1]
        unanswered = not any(other.kind == "defense" and other.target == move.id for other in moves)
        if claim.id in states:
            states[move.id] = "moot"
        elif at in closing and not first_chance:
            states[move.id] = "new-matter"
        elif move.set_aside or (move.reach == "none" and unanswered):
            states[move.id] = "set-aside"
    for move in moves:
        if move.kind in ("defense", "renewal", "concession") and move.target in states:
            states[move.id] = "moot"
    return states


def ordered(debate: Debate, reading: GraphReading) -> list[Move]:
    return [move for speech in debate.speeches for move in reading.moves if move.speech == speech.id]


def board(debate: Debate, moves: list[Move], reading: GraphReading) -> dict[str, object]:
    """Score these moves and no others; none of them is idle."""
    side = {speech.id: speech.side for speech in debate.speeches}
    sums = {"A": Fraction(0), "B": Fraction(0)}
    fates: dict[str, str] = {}
    outcomes: dict[str, str] = {}
    ledger: list[tuple[str, str, str, Fraction]] = []
    for claim in [move for move in moves if move.kind == "claim"]:
        owner = side[claim.speech]
        rebuttals = [move for move in moves if move.kind == "rebuttal" and move.target == claim.id]
        given_up = any(move.kind == "concession" and move.target == claim.id for move in moves)
        for place, rebuttal in enumerate(rebuttals):
            answered = any(move.kind == "defense" and move.target == rebuttal.id for move in moves)
            granted = any(move.kind == "concession" and move.target == rebuttal.id for move in moves)
            outcome = reading.outcomes[rebuttal.id] if answered else "dropped"
            outcomes[rebuttal.id] = "broke" if granted or (given_up and place == 0) else outcome
        worst = max((RANK[outcomes[rebuttal.id]] for rebuttal in rebuttals), default=0)
        fate = "defeated" if given_up else BY_RANK[worst]
        fates[claim.id] = fate
        amount = half_up(FULL[claim.weight] * KEPT[fate])
        ledger.append((owner, "claim", claim.id, amount))
        earned = Fraction(0)
        for place, rebuttal in enumerate(rebuttals):
            so_far = BY_RANK[max(RANK[outcomes[other.id]] for other in rebuttals[: place + 1])]
            table = half_up((FULL[claim.weight] - half_up(FULL[claim.weight] * KEPT[so_far])) / 2)
            amount = max(Fraction(0), table - earned)
            earned += amount
            ledger.append(("B" if owner == "A" else "A", "rebuttal", rebuttal.id, amount))
    for who, _, _, amount in ledger:
        sums[who] += amount
    return {"totals": (sums["A"], sums["B"]), "fates": fates, "outcomes": outcomes, "ledger": ledger}


def score(debate: Debate, reading: GraphReading) -> dict[str, object]:
    """The whole ruling; its keys are the names of `GraphScore`."""
    moves = ordered(debate, reading)
    states = not_scoring(debate, moves)
    playing = [move for move in moves if move.id not in states]
    number = {speech.id: at for at, speech in enumerate(debate.speeches)}
    totals = [
        board(debate, [move for move in playing if number[move.speech] <= at], reading)["totals"]
        for at in range(len(debate.speeches))
    ]
    points = [(speech.id, pair, line(*pair)) for speech, pair in zip(debate.speeches, totals, strict=True)]  # type: ignore[misc]
    final = board(debate, playing, reading)
    a, b = final["totals"]  # type: ignore[misc]
    shares = line(a, b)
    return {
        **final,
        "shares": shares,
        "winner": "A" if a > b else "B" if b > a else "draw",
        "call": "too_close" if abs(shares[0] - shares[1]) <= 6 else "stable",
        "states": states,
        "momentum": points,
        "key_moment": key_moment(debate, playing, reading, [shares[0] for _, _, shares in points]),
    }


def key_moment(
    debate: Debate, playing: list[Move], reading: GraphReading, line_of_a: list[Fraction]
) -> tuple[str, Fraction, str, str, Fraction] | None:
    speeches = debate.speeches
    swings = {
        at: line_of_a[at] - line_of_a[at - 1]
        for at in range(1, len(speeches))
        if {speech.side for speech in speeches[:at]} == {"A", "B"}
    }
    largest = max((abs(swing) for swing in swings.values()), default=Fraction(0))
    if largest == 0:
        return None
    at = min(at for at, swing in swings.items() if abs(swing) == largest)
    order = [speech.id for speech in speeches[: at + 1]]
    before = [move for move in playing if move.speech in order[:-1]]
    said = [move for move in playing if move.speech == order[-1]]
    shifts = []
    for place, move in enumerate(said):
        a0, b0 = board(debate, before + said[:place], reading)["totals"]  # type: ignore[misc]
        a1, b1 = board(debate, before + said[: place + 1], reading)["totals"]  # type: ignore[misc]
        shifts.append(((a1 - b1) - (a0 - b0), move))
    size = max(abs(shift) for shift, _ in shifts)
    shift, move = next((shift, move) for shift, move in shifts if abs(shift) == size)
    return speeches[at].id, swings[at], move.id, move.quote, shift


def random_case(random: Random, most: int = 18) -> tuple[Debate, GraphReading]:
    """Make a valid debate with every kind of move, marks or none, and up to `most` moves."""
    count = random.randint(1, 7)
    marked = random.random() < 0.5
    speeches = []
    for number in range(count):
        side = "AB"[number % 2] if random.random() < 0.9 else random.choice("AB")
        closing = random.choice((None, False, number >= count - 2)) if marked else None
        speeches.append(Speech(f"s{number}", side, closing=closing))  # type: ignore[arg-type]
    size = random.randint(0, most)
    slots = sorted(random.randrange(count) for _ in range(size))
    moves: list[Move] = []
    claims: dict[str, list[str]] = {"A": [], "B": []}
    rebuttals: dict[str, list[str]] = {"A": [], "B": []}
    answered: list[str] = []
    for place, slot in enumerate(slots):
        ident = f"m{place}"
        me: str = speeches[slot].side
        foe = "B" if me == "A" else "A"
        speech = speeches[slot].id
        dice = random.random()
        quote = f"words {place}"
        if dice < 0.4 and claims[foe]:
            reach = random.choice((None, None, "whole", "part", "none"))
            target = random.choice(claims[foe])
            moves.append(Move(ident, speech, "rebuttal", target, quote, "substantive", reach, None, dice < 0.03))
            rebuttals[me].append(ident)
        elif dice < 0.65 and rebuttals[foe]:
            moves.append(Move(ident, speech, "defense", random.choice(rebuttals[foe]), quote))
            answered.append(str(moves[-1].target))
        elif dice < 0.7 and rebuttals[me]:
            moves.append(Move(ident, speech, "renewal", random.choice(rebuttals[me]), quote))
        elif dice < 0.76 and (claims[me] or rebuttals[foe]):
            moves.append(Move(ident, speech, "concession", random.choice(claims[me] + rebuttals[foe]), quote))
        else:
            moves.append(Move(ident, speech, "claim", None, quote, random.choice(("substantive", "framing"))))
            claims[me].append(ident)
    outcomes = {ident: random.choice(("held", "dented", "broke")) for ident in dict.fromkeys(answered)}
    return Debate("", ("A", "B"), tuple(speeches)), GraphReading(tuple(moves), outcomes)
