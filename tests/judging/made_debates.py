"""Many debates of six speeches, written for Dikast and put together by a number: each one differs, none ever changes.

Must not know how they are judged.
"""

from __future__ import annotations

import random
from typing import Any

_PLACES = ("Millbrook", "the harbour quarter", "Eastfield", "the upper town", "Saint Anne", "Low Meadow", "the county")
_MEASURES = (
    "close its main street to cars", "open the library on Sundays", "plant trees along every street",
    "charge for parking at the school", "let the night bus run until three", "give every pupil a garden bed",
    "ban leaf blowers before noon", "keep the old swimming bath", "light the river path all night",
    "move the market to Saturday", "pay for repairs before new things", "make its museum free",
)  # fmt: skip
_GROUNDS = {
    "A": (
        "In {year} a trial of {weeks} weeks found that {share} of every hundred people used the offer again.",
        "The cost is {cost} a year, and that is less than one repaired roof.",
        "Those who gain from it first are the ones who have no car and no garden.",
        "The shops near the church asked for it themselves in a letter with {share} names.",
        "Nothing in the plan is final, because the council can end it after {weeks} weeks.",
        "Children who live close by would reach it on foot, and their parents need not drive.",
        "It makes the evenings quieter, as anyone can hear who stands at the corner after nine.",
        "The same rule has worked in a town of our size for {weeks} years without a complaint in court.",
    ),
    "B": (
        "The trial of {year} ran in June, and nobody has tried it in the rain.",
        "A sum of {cost} a year must come from somewhere, and the plan does not say from where.",
        "People who work late shifts cannot make use of it and would still pay for it.",
        "Of {share} names on that letter, most live in another part of town.",
        "A thing that can be ended after {weeks} weeks is a thing that nobody will plan for.",
        "The doctor's patients come from far away, and they are the ones who cannot walk.",
        "Noise does not vanish when it is moved, for it goes one street further.",
        "The other town had {weeks} more workers for it than we could ever hire.",
    ),
}  # fmt: skip
_REPLIES = (
    "My opponent says that {ground} I do not see how that follows from anything we have heard.",
    "It was said that {ground} Even if that were so, it would speak for a smaller step and not for none.",
    "Take the sentence that {ground} The figure in it is old, and newer ones point the other way.",
    "We were told that {ground} I grant that part, yet it does not touch what I said first.",
)
_OPENINGS = (
    "Let me begin with what we all can see from our own windows.",
    "This is a question about {place}, and not about what other towns do.",
    "I will give my reasons one after the other, so that each can be answered.",
    "Most of what matters here has been counted, so I shall keep to the figures.",
)
_ENDINGS = (
    "That is why I ask you to weigh this ground before any other.",
    "So the burden of this motion has been met, and more than met.",
    "Whoever disagrees should say which of these sentences is wrong.",
    "What was left unanswered here should count for what it is.",
)
_NAMES = ("Ana", "Ben", "Chidi", "Dora", "Emil", "Farah", "Goran", "Hanna", "Ines", "Jonas")


def debate(number: int) -> dict[str, Any]:
    """Return the debate with that number: ``motion``, ``names`` of both speakers, and six ``texts`` in turn."""
    dice = random.Random(number)
    place = dice.choice(_PLACES)
    said: dict[str, list[str]] = {"A": [], "B": []}
    left = {side: dice.sample(grounds, len(grounds)) for side, grounds in _GROUNDS.items()}
    texts = []
    for turn in range(6):
        side, other = ("A", "B") if turn % 2 == 0 else ("B", "A")
        own = [_filled(left[side].pop(), dice) for _ in range(2)]
        replies = [
            dice.choice(_REPLIES).format(ground=ground[0].lower() + ground[1:])
            for ground in dice.sample(said[other], min(len(said[other]), 2))
        ]
        said[side] += own
        sentences = [dice.choice(_OPENINGS).format(place=place), *replies, *own, dice.choice(_ENDINGS)]
        texts.append(" ".join(sentences))
    motion = f"{place[0].upper()}{place[1:]} should {dice.choice(_MEASURES)} (no. {number})"
    return {"motion": motion, "names": dice.sample(_NAMES, 2), "texts": texts}


def document(number: int) -> dict[str, Any]:
    """Return the debate as a case document, as if it had been held elsewhere."""
    made = debate(number)
    speeches = [
        {"id": f"s{turn + 1}", "side": "AB"[turn % 2], "speaker": made["names"][turn % 2], "text": text}
        for turn, text in enumerate(made["texts"])
    ]
    sides = {"A": {"name": "For"}, "B": {"name": "Against"}}
    return {"dikast": 1, "motion": made["motion"], "lang": "en", "sides": sides, "speeches": speeches}


def _filled(ground: str, dice: random.Random) -> str:
    return ground.format(
        year=dice.randint(1998, 2023), weeks=dice.randint(3, 30), share=dice.randint(12, 91),
        cost=f"{dice.randint(4, 90)},000",
    )  # fmt: skip
