"""Files broken at random, the same ones every time: an answer or a message for each, and never a fault of ours."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from running import Example, Run

from dikast.core.problems import InputError
from dikast.record.importers import load

SCRAPS = [
    b"\x00",
    b"\x1b[31m",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b'"\\ud800"',
    b"NaN",
    b"1e999",
    b"{}",
    b"[]",
    b"null",
    b"-1",
    b"A: ",
    b"99999999999999999999",
    b"true",
    b'""',
    b'"A"',
    b"\xe2\x80\xae",
    b"\xc2\x85",
    b"\r\n",
    b"---\n",
    b"*x",
    b"[[[[",
    b"1.5",
]
VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    2**53,
    "",
    " ",
    "A",
    "s1",
    "c1",
    "r1",
    "x" * 1200,
    "\x1b[31m",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    "\u202e",
    ["s1"],
    {"A": {"name": "x"}},
    1e300,
]


def broken_bytes(data: bytes, dice: random.Random) -> bytes:
    """Return `data` with one to four bits turned, stretches cut out, doubled or replaced, or its end torn off."""
    found = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(found) + 1)
        match dice.randrange(6):
            case 0 if found:
                found[min(at, len(found) - 1)] ^= 1 << dice.randrange(8)
            case 1:
                del found[at:]
            case 2:
                found[at:at] = dice.choice(SCRAPS)
            case 3:
                found[at:at] = found[at // 2 : at // 2 + dice.randint(1, 200)]
            case 4:
                del found[at : at + dice.randint(1, 60)]
            case _:
                found[at : at + dice.randint(1, 10)] = dice.choice(SCRAPS)
    return bytes(found)


def broken_values(data: bytes, dice: random.Random) -> bytes:
    """Return the document in `data` with one to three values lost, replaced, doubled or put somewhere else."""
    document = json.loads(data)
    for _ in range(dice.randint(1, 3)):
        top = dice.choice(list(document))
        holder, key = dice.choice([(document, top), *slots(document[top])])
        kind = dice.randrange(4)
        if kind == 0 and len(document) > 1:
            del holder[key]
        elif kind == 1:
            holder[key] = copy.deepcopy(dice.choice(VALUES))
        elif kind == 2 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            other, place = dice.choice([(document, top), *slots(document)])
            holder[key] = copy.deepcopy(other[place])
    return json.dumps(document).encode()


def slots(value: Any) -> list[tuple[Any, Any]]:
    """Return every container in `value` with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [found for key in keys for found in [(value, key), *slots(value[key])]]


def mutants(example: Example, names: list[str], number: int, seed: int) -> list[bytes]:
    sources, dice = [example(name) for name in names], random.Random(seed)
    found = []
    for n in range(number):
        source = sources[n % len(sources)]
        broken: Callable[[bytes, random.Random], bytes] = broken_bytes
        if source.startswith(b"{") and dice.random() < 0.7:
            broken = broken_values
        found.append(broken(source, dice))
    return found


def written(files: list[bytes], ending: str) -> None:
    for number, data in enumerate(files):
        Path(f"{number:03}{ending}").write_bytes(data)


DEBATES = ["school-at-ten.txt", "no-tipping.debate.json", "medicine-in-arabic-ar.txt"]
CASES = ["school-at-ten.graph.case.json", "no-tipping.rubric.case.json"]


@pytest.mark.parametrize("seed", range(3))
def test_broken_cases_are_counted_checked_and_shown_or_refused(dikast: Run, example: Example, seed: int) -> None:
    files = mutants(example, CASES, 40, seed)
    written(files, ".case.json")
    Path("zzz.case.json").write_bytes(example(CASES[0]))
    for command in (("score", "--json"), ("verify",), ("explain",), ("rescore", "--method", "graph/1")):
        ran = dikast(*command, ".")
        assert ran.status == 1, (command, ran.err)
        assert (ran.out + ran.err).replace("\n", "").isprintable()
        assert "zzz.case.json" not in ran.err
        if "--json" in command:
            assert all(json.loads(line)["method"] for line in ran.out.splitlines())
            refused = {line.split(":")[1].strip() for line in ran.err.splitlines()}
            assert len(refused) + len(ran.out.splitlines()) == len(files) + 1
        if command[0] == "verify":
            assert ran.out.splitlines()[-1].startswith("zzz.case.json: holds")


def test_broken_debates_are_judged_or_refused(dikast: Run, example: Example) -> None:
    written(mutants(example, DEBATES, 45, 7), ".txt")
    Path("zzz.txt").write_bytes(example(DEBATES[0]))
    for method in ("graph", "rubric"):
        ran = dikast("judge", ".", "--method", method, "--out", method)
        assert ran.status == 1, ran.err
        assert (ran.out + ran.err).replace("\n", "").isprintable()
        cases = sorted(path.name for path in Path(method).iterdir())
        assert f"zzz.{method}.case.json" in cases and len(cases) > 5
        verified = dikast("verify", "--quiet", method)
        assert verified.status == 0, verified.err


def test_broken_debates_load_or_say_where_and_why(example: Example) -> None:
    loaded = 0
    for data in mutants(example, [*DEBATES, *CASES], 150, 11):
        try:
            loaded += len(load(data, "file"))
        except InputError as error:
            assert all(one.place.startswith("file") and one.message and one.code for one in error.problems)
    assert 10 < loaded < 140
