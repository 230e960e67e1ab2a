"""Graph cases made at random, of any size, as a study would make them from its annotations."""

from __future__ import annotations

from random import Random
from typing import Any

WORDS = (
    "the plan would raise cost for families while schools wait and roads stay broken as “money” — très peu — is gone"
)


def made_case(seed: int, *, moves: int = 40, speeches: int = 6, texts: bool = True) -> dict[str, Any]:
    """Return a sound case: `speeches` in turn, `moves` spread over them, each with a quote of about
    80 characters and aimed, if at anything, at something said lately."""
    rng = Random(seed)
    words = WORDS.split()
    held: list[dict[str, Any]] = [
        {"id": f"s{k + 1}", "side": "AB"[k % 2], "speaker": f"Speaker {'AB'[k % 2]}"} for k in range(speeches)
    ]
    made: list[dict[str, Any]] = []
    resolutions: list[dict[str, Any]] = []
    said: list[list[str]] = [[] for _ in held]
    claims: dict[str, list[str]] = {"A": [], "B": []}
    rebuttals: dict[str, list[str]] = {"A": [], "B": []}
    defended: set[str] = set()
    for n in range(moves):
        turn = n * speeches // moves
        side, other = ("A", "B") if turn % 2 == 0 else ("B", "A")
        quote = " ".join(rng.choice(words) for _ in range(15))
        said[turn].append(quote)
        move: dict[str, Any] = {"id": f"m{n + 1}", "speech": f"s{turn + 1}"}
        chance = rng.random()
        if rebuttals[other] and chance < 0.35:
            target = rng.choice(rebuttals[other][-15:])
            move |= {"kind": "defense", "target": target}
            if target not in defended:
                defended.add(target)
                resolutions.append({"rebuttal": target, "outcome": rng.choice(["held", "dented", "broke"])})
        elif claims[other] and chance < 0.75:
            move |= {"kind": "rebuttal", "target": rng.choice(claims[other][-15:])}
            rebuttals[side].append(move["id"])
        else:
            move |= {"kind": "claim", "weight": rng.choice(["substantive", "substantive", "framing"])}
            claims[side].append(move["id"])
        made.append(move | {"quote": quote})
    if texts:
        for speech, quotes in zip(held, said, strict=True):
            speech["text"] = " ".join(quotes)
    return {
        "dikast": 1,
        "method": "graph/1",
        "motion": "This house would build.",
        "sides": {"A": {"name": "Proposition"}, "B": {"name": "Opposition"}},
        "speeches": held,
        "moves": made,
        "resolutions": resolutions,
    }
