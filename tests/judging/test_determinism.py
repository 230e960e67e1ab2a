"""The same debate gives the same case file, byte for byte, whichever answer comes first."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

import pytest
from tests.judging.debates import GRAPH, RUBRIC, example, file_of, judged
from tests.judging.loopback import serving
from tests.judging.plausible import PlausibleJudge

from dikast.perception.providers import open_judge
from dikast.record.verify import verify
from dikast.settings import Settings

NAMES = ("school-at-ten.txt", "no-tipping.debate.json", "medicine-in-arabic-ar.txt")


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
@pytest.mark.parametrize(("members", "readings"), [(1, 1), (1, 3), (2, 1), (2, 4)])
def test_no_order_of_answers_changes_a_byte(method: str, members: int, readings: int) -> None:
    files = set()
    for seed in range(4):
        dice = random.Random(seed)
        panel = [
            PlausibleJudge(f"member {n}", delay=partial(dice.uniform, 0, 0.003), concurrency=(1, 3, 8, 64)[seed])
            for n in range(members)
        ]
        done = judged(example(), *panel, method=method, readings=readings)
        assert done.ruling is not None
        files.add(file_of(done))
    assert len(files) == 1
    checked = verify(files.pop())
    assert (checked.problems, checked.unchecked) == ((), ())


def test_the_judging_is_a_real_one() -> None:
    """What the other tests rest on: the fake answers lead to clashes of every outcome and to second tries."""
    judge = PlausibleJudge()
    done = [judged(example(name), judge, method=method).document for name in NAMES for method in (GRAPH, RUBRIC)]
    assert all(document["rulings"] for document in done)
    perceived = [perception for document in done for perception in document["perceptions"]]
    assert {perception["tries"] for perception in perceived} >= {1, 2}
    assert len({perception["question"] for perception in perceived}) == 6
    moves = [move for document in done for move in document.get("moves", ())]
    assert {move["kind"] for move in moves} == {"claim", "rebuttal", "defense", "renewal", "concession"}
    assert any(move.get("set_aside") for move in moves)
    outcomes = {answer["outcome"] for document in done for answer in document.get("resolutions", ())}
    assert outcomes == {"held", "dented", "broke"}


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
def test_a_server_gives_the_same_bytes_at_any_speed(method: str, tmp_path: Path) -> None:
    files = []
    with serving() as server:
        for number, (latency, at_once) in enumerate(((0.0, "1"), (0.01, "8"))):
            server.latency = latency
            judge = open_judge(server.spec, Settings({"DIKAST_CONCURRENCY": at_once}))
            files.append(file_of(judged(example(), judge, method=method, calls=tmp_path / str(number))))
            asyncio.run(judge.close())
        times = server.times()
    assert files[0] == files[1]
    assert set(times.values()) == {2}, "each run asks the same bodies, each once"
