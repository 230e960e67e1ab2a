"""Debates of six speeches in our own words, held through the platform's services, for drills and measurements."""

from __future__ import annotations

import random
from typing import Any

FORMAT = "six-speech"
OPENINGS = ("The plan would", "Nobody showed that it would", "They said it would", "We hold that it would")
ENDS = (
    "make the streets safe",
    "cost the shops their trade",
    "help those who have least",
    "fail within a year",
    "keep the young in town",
    "need more staff than there is",
)
GROUNDS = (
    "as the trial in the harbour quarter found",
    "because nobody pays for it",
    "since the buses are full",
    "as every count since spring says",
    "because the law forbids the rest",
)


def speech(debate: str, number: int) -> str:
    """Return a speech of a few sentences, another for every debate and place in it."""
    dice = random.Random(f"{debate} {number}")
    said = [f"{dice.choice(OPENINGS)} {dice.choice(ENDS)}, {dice.choice(GROUNDS)}." for _ in range(dice.randint(4, 7))]
    return f"This is speech {number} of debate {debate}. " + " ".join(said)


def opened(name: str, judge: str) -> tuple[Any, list[Any]]:
    """Open a match between two guests, and return the debate and the two, the one who speaks first before the other."""
    from dikast.web.account.models import Person
    from dikast.web.debates import opening, seating

    people = [Person.objects.guest(f"{who} {name}"[:60]) for who in ("Ana", "Ben")]
    debate = opening.start(people[0], opening.Wish(f"Motion of debate {name}", FORMAT, judge, "A"), (judge,))
    for seat in debate.seats.filter(person=None):
        seating.take(seat.key, people[seat.side == "B"])
    return debate, people


def held_debate(name: str, judge: str, speeches: int = 6) -> Any:
    """Hold a debate as far as `speeches`, and return it."""
    from dikast.web.debates.posting import Sending, send

    debate, people = opened(name, judge)
    for number in range(1, speeches + 1):
        refused = send(debate, people[(number - 1) % 2], Sending(speech(name, number), f"n{number}")).problems
        if refused:
            raise SystemExit(f"speech {number} was refused: {refused[0].message}")
    debate.refresh_from_db()
    return debate
