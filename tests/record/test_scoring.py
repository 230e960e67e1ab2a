"""The quick way to score and the careful one say the same, byte for byte and word for word."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import orjson
import pytest
from made_cases import made_case
from sealed_cases import graph_case, panel_case, rubric_case

from dikast.core.problems import InputError, Problem
from dikast.record import scoring
from dikast.record.case import read
from dikast.record.derive import ruling

ODD_VALUES: tuple[Any, ...] = (
    None, True, 1, 0, -1, 1.0, "", " ", "x", "A", "claim", "none", [], [0, 1], [1, 0], [0, 10**6], [0.0, 1], ["a"],
    {}, {"A": 1}, "\x00", "\x85", "\x9b", "a" * 1001, 2**53, 2**70, "s1", "m1",
)  # fmt: skip
FIELDS = ("id", "side", "speech", "kind", "target", "quote", "weight", "reach", "bearing", "set_aside", "at", "text",
          "closing", "speaker", "role", "outcome", "rebuttal", "unknown", "dikast", "method", "motion")  # fmt: skip
ODD_TEXTS = (
    ('"kind":', '"kind" :'), ('"kind":', '"kind":"claim","kind":'), ('"kind":', '"kind":1,"kind" :'),
    ('"dikast":', '"dikast":\t1,"dikast"\t:'), ('"id":', '"\\u0069d":'), (":", ": "), (",", " ,\n"), ("s1", "s\\u0031"),
    ('"quote":"', '"quote":"\\ud800'), ('"quote":"', '"quote":"\\u0000'), ('"quote":"', '"quote":"\\ud83d\\ude00'),
    ('"quote":"', '"quote":"\\":'), ('"quote":"', '"quote":"\\b'), ('"quote":"', '"quote":"\\/ : '), ("1", "1.0"),
    ("1", "01"), ("1", "NaN"),
    ("1", "1e400"), ("1", "123456789012345678901234567890"), ("}", ""), ("]", "]]"), ("{", "\ufeff{"),
    ("t", "\x7f"), ("t", "\ufdd0"), ('"speeches":[', '"speeches":[' + "[" * 2000),
)  # fmt: skip


def careful(line: bytes) -> bytes | list[Problem]:
    try:
        return orjson.dumps(ruling(read(line, "here")))
    except InputError as error:
        return list(error.problems)


def odd(rng: Random) -> bytes:
    """Return a small case with one or two odd values in it, and perhaps an oddity of its JSON."""
    case = made_case(
        rng.randrange(10**9), moves=rng.randrange(9), speeches=rng.randrange(1, 5), texts=rng.random() < 0.5
    )
    for _ in range(rng.randrange(3)):
        holders = [case, *case["speeches"], *case["moves"], *case["resolutions"], case["sides"], case["sides"]["A"]]
        holder = rng.choice(holders)
        if rng.random() < 0.15:
            holder.pop(rng.choice(list(holder) or [""]), None)
            break
        known = [field for field in FIELDS if field in holder]
        holder[rng.choice(known if known and rng.random() < 0.6 else FIELDS)] = rng.choice(ODD_VALUES)
        if not (isinstance(case["sides"], dict) and isinstance(case["sides"].get("A"), dict)):
            break
    text = json.dumps(case, ensure_ascii=rng.random() < 0.3, separators=(",", ":") if rng.random() < 0.7 else None)
    if rng.random() < 0.5:
        old, new = rng.choice(ODD_TEXTS)
        at = text.find(old, rng.randrange(len(text)))
        if at >= 0:
            text = text[:at] + new + text[at + len(old) :]
    return text.encode("utf-8", "surrogatepass")


def test_quick_and_careful_agree_on_odd_cases() -> None:
    rng = Random(5)
    sound = 0
    for _ in range(3000):
        line = odd(rng)
        quick, slow = scoring.score_line(line, "here"), careful(line)
        assert quick == slow, line
        sound += isinstance(quick, bytes)
    assert 300 < sound < 2700


@pytest.mark.parametrize("texts", [True, False])
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_an_ordinary_case_takes_the_quick_way(
    texts: bool, separators: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [json.dumps(made_case(seed, texts=texts), separators=separators).encode() for seed in range(20)]
    wanted = [careful(line) for line in lines]
    monkeypatch.setattr(scoring, "read", None)
    assert list(scoring.score_stream(lines, "here")) == wanted


def test_sealed_cases_score_as_they_are_sealed() -> None:
    for case in (graph_case(), panel_case(), rubric_case()):
        scored = scoring.score_line(json.dumps(case).encode(), "here")
        assert isinstance(scored, bytes)
        sealed = case["rulings"][0]
        assert orjson.loads(scored) == {field: sealed[field] for field in orjson.loads(scored)}
        assert set(sealed) - set(orjson.loads(scored)) == {"version", "speakers", "turns_on"}


def test_a_bad_line_is_named_and_does_not_stop_the_others() -> None:
    good = json.dumps(made_case(1)).encode()
    found = list(scoring.score_stream([good, b"\n", b'{"dikast": 9}', good[:-5], good], "in.jsonl"))
    assert [isinstance(one, bytes) for one in found] == [True, False, False, True]
    assert found[0] == found[3]
    assert str(found[1][0]).startswith("in.jsonl, line 3: dikast: is 9, a newer file version")  # type: ignore[index]
    assert str(found[2][0]).startswith("in.jsonl, line 4: line 1, column ")  # type: ignore[index]


def test_the_worked_case() -> None:
    moves = [{"id": "c", "speech": "1", "kind": "claim"}, {"id": "r", "speech": "2", "kind": "rebuttal", "target": "c"},
             {"id": "d", "speech": "3", "kind": "defense", "target": "r"}]  # fmt: skip
    case = {"dikast": 1, "method": "graph/1", "moves": moves, "resolutions": [{"rebuttal": "r", "outcome": "held"}],
            "speeches": [{"id": "1", "side": "A"}, {"id": "2", "side": "B"}, {"id": "3", "side": "A"}]}  # fmt: skip
    scored = orjson.loads(scoring.score_line(json.dumps(case).encode(), "here"))  # type: ignore[arg-type]
    assert scored["totals"] == {"A": 12, "B": 4} and scored["scoreline"] == {"A": 75, "B": 25}
