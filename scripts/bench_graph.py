"""Time and memory of `graph/1` itself: many small cases, and one debate growing from 10^3 to 10^6 moves.

Run as `python scripts/bench_graph.py`. Each size runs in a process of its own, so that the peak memory is its own;
collection of garbage is off, as in `dikast score`, because a debate's moves are all kept to the end anyway.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import time
from random import Random

from dikast.core.debate import Debate, Speech
from dikast.core.graph import score
from dikast.core.moves import GraphReading, Move
from dikast.core.robustness_graph import turns_on_graph

SIZES = (10**3, 10**4, 10**5, 10**6)
MOVES_A_SPEECH = 20


def debate_of(moves: int, speeches: int, random: Random) -> tuple[Debate, GraphReading]:
    """Make a valid debate in which each speech answers what was said lately, as speakers do."""
    held = tuple(Speech(f"s{n}", "AB"[n % 2], closing=False) for n in range(speeches))  # type: ignore[arg-type]
    made: list[Move] = []
    claims: dict[str, list[str]] = {"A": [], "B": []}
    rebuttals: dict[str, list[str]] = {"A": [], "B": []}
    outcomes: dict[str, str] = {}
    for number, speech in enumerate(held):
        foe = "B" if speech.side == "A" else "A"
        while len(made) < moves * (number + 1) // speeches:
            ident, dice = f"m{len(made)}", random.random()
            if dice < 0.35 or not claims[foe]:
                weight = "framing" if dice < 0.07 else "substantive"
                made.append(Move(ident, speech.id, "claim", None, f"words {ident}", weight))
                claims[speech.side].append(ident)
            elif dice < 0.7 or not rebuttals[foe]:
                made.append(Move(ident, speech.id, "rebuttal", random.choice(claims[foe][-15:]), f"words {ident}"))
                rebuttals[speech.side].append(ident)
            else:
                target = random.choice(rebuttals[foe][-15:])
                kind = "defense" if dice < 0.97 else "concession"
                made.append(Move(ident, speech.id, kind, target, f"words {ident}"))
                if kind == "defense":
                    outcomes[target] = random.choice(("held", "dented", "broke"))
    return Debate("", ("A", "B"), held), GraphReading(tuple(made), outcomes)


def one(moves: int) -> dict[str, float]:
    """Score one debate of `moves` moves: microseconds and bytes a move (input and result held together)."""
    gc.disable()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    case = debate_of(moves, max(6, moves // MOVES_A_SPEECH), Random(moves))
    best = float("inf")
    for _ in range(max(3, 30_000 // moves)):
        start = time.process_time()
        scored = score(*case)
        best = min(best, time.process_time() - start)
        del scored
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"moves": moves, "us_a_move": round(best / moves * 1e6, 3), "bytes_a_move": (peak - before) * 1024 // moves}


def many(cases: int = 2000) -> dict[str, float]:
    """Score many six-speech cases of 40 moves, read already: cases a second on this core."""
    gc.disable()
    random = Random(40)
    made = [debate_of(40, 6, random) for _ in range(cases)]
    start = time.process_time()
    for case in made:
        score(*case)
    return {"cases": cases, "cases_a_second": round(cases / (time.process_time() - start))}


def turning(claims: int = 10_000) -> dict[str, float]:
    """Find what a debate with about 10^4 claims turns on: seconds."""
    case = debate_of(claims * 100 // 35, claims // 7, Random(7))
    start = time.process_time()
    turns = turns_on_graph(*case)
    return {"claims": claims, "smallest": turns.smallest or 0, "seconds": round(time.process_time() - start, 2)}


def main() -> None:
    """Print one JSON object a measurement."""
    if len(sys.argv) > 1:
        print(json.dumps(one(int(sys.argv[1]))))
        return
    print(json.dumps(many()))
    for size in SIZES:
        subprocess.run([sys.executable, __file__, str(size)], check=True)
    print(json.dumps(turning()))


if __name__ == "__main__":
    main()
