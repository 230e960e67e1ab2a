"""Reading and writing a case: what is wrong is named with its place; what is unknown is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_cases import made_case
from sealed_cases import graph_case, panel_case, rubric_case

from dikast.core.problems import DikastBug, InputError, Problem
from dikast.record import parse
from dikast.record.canonical import digest, dumps
from dikast.record.case import read, write
from dikast.record.form import MAX_SPEECH

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)  # fmt: skip


def problems(data: bytes) -> list[Problem]:
    with pytest.raises(InputError) as caught:
        read(data, "bad.json")
    return list(caught.value.problems)


def changed(**fields: Any) -> bytes:
    """Return a sound case with fields set: `speeches_0_text=…` sets the text of the first speech."""
    case = made_case(3, moves=6)
    for path, value in fields.items():
        holder: Any = case
        *outer, last = [int(part) if part.isdigit() else part for part in path.replace("__", "\0").split("_")]
        for key in outer:
            holder = holder[key]
        if value is None:
            del holder[last]
        else:
            holder[last] = value
    return json.dumps(case).encode()


BAD = {
    "missing side": (changed(speeches_0_side=None), "case.missing", 'speeches[0] (s1): has no "side"'),
    "unknown side": (changed(speeches_0_side="C"), "case.side", 'speeches[0].side (s1): is "C"'),
    "side of the debate missing": (changed(sides_B=None), "case.side", 'sides: has no side "B"'),
    "unknown side of the debate": (changed(sides_C={"name": "x"}), "case.side", 'sides.C: is an unknown side "C"'),
    "long speech": (changed(speeches_0_text="x" * 5_000_000), "case.length", "at most 200,000 characters"),
    "NUL": (changed(speeches_0_text="a\0b"), "case.control", r'speeches[0].text (s1): is "a\x00b"'),
    "control character": (changed(moves_0_quote="a\x1bb"), "case.control", r'moves[0].quote (m1): is "a\x1bb"'),
    "duplicate speech id": (changed(speeches_1_id="s1"), "case.duplicate-id", "speeches[1].id (s1): is the id of"),
    "newer version": (changed(dikast=2), "case.version", "dikast: is 2, a newer file version"),
    "no version": (changed(dikast=None), "case.missing", 'has no "dikast"'),
    "version of the wrong type": (changed(dikast="1"), "case.version", 'dikast: is "1"'),
    "unknown method": (changed(method="graph/9"), "case.choice", 'method: is "graph/9"'),
    "no method": (changed(method=None), "case.missing", 'has no "method"'),
    "float for a whole number": (changed(moves_0_at=[0.0, 1]), "case.offset", "moves[0].at (m1): is a list of 2"),
    "offset beyond the text": (changed(moves_0_at=[0, 10**6]), "case.offset", "moves[0].at: ends at 1000000"),
    "list for an object": (changed(moves_2=[]), "case.type", "moves[2]: is a list of 0 items"),
    "object for a list": (changed(moves={}), "case.type", "moves: is an object of 0 fields"),
    "unknown kind": (changed(moves_0_kind="boast"), "case.choice", 'moves[0].kind (m1): is "boast"'),
    "not an object": (b"[1]", "case.type", "is a list of 1 items, but a case is one JSON object"),
    "invalid UTF-8": (b'{"dikast":\n "\xff"}', "json.utf8", "line 2, byte 13: is not UTF-8"),
    "lone surrogate": (b'{"motion": "\\udc00"}', "json.surrogate", r"motion: holds half a character"),
    "raw surrogate": (b'{"motion": "\xed\xa0\x80"}', "json.utf8", "line 1, byte 12"),
    "truncated": (changed()[:-20], "json.syntax", "the JSON breaks off"),
    "not JSON": (b"{'dikast': 1}", "json.syntax", "line 1, column 2: is not JSON"),
    "empty": (b" \n", "json.syntax", "the file is empty"),
    "NaN": (b'{"a": [1, NaN]}', "json.number", "a[1]: is NaN"),
    "Infinity": (b'{"a": -Infinity}', "json.number", "a: is -Infinity"),
    "too large a float": (b'{"a": 1e999}', "json.number", "a: is inf"),
    "too large a number": (b'{"a": 9007199254740992}', "json.number", "a: is 9007199254740992"),
    "a number of many digits": (b'{"a": ' + b"9" * 10_000 + b"}", "json.number", "a: is 9999999999"),
    "duplicate key": (b'{"a": {"b": 1, "b": 2}}', "json.duplicate-key", 'a: the key "b" occurs more than once'),
    "deep nesting": (b"[" * 100_000, "json.depth", "nested more than 64 deep"),
    "deep but closed": (b'{"a":' + b"[" * 80 + b"]" * 80 + b"}", "json.depth", "nested more than 64 deep"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named_with_file_place_rule_and_value(name: str) -> None:
    data, code, words = BAD[name]
    found = problems(data)
    assert code in [problem.code for problem in found]
    message = next(str(problem) for problem in found if problem.code == code)
    assert message.startswith("bad.json") and words in message, message
    assert len(message) < 500 and message.isprintable()


def test_all_problems_of_a_file_are_told_at_once() -> None:
    found = problems(changed(speeches_0_side="C", moves_0_kind=7, sides_A={}, resolutions_0_outcome="won"))
    assert [problem.place.split(" ")[1] for problem in found] == [
        "sides.A", "speeches[0].side", "moves[0].kind", "resolutions[0].outcome"]  # fmt: skip


def test_a_case_of_the_rubric_is_checked_as_deep() -> None:
    case = rubric_case()
    case["readings"][1][2]["scores"]["logic"] = 11
    case["readings"][1][1]["fallacies"][0]["severity"] = "grave"
    case["readings"][0][0]["engages"] = "yes"
    assert {problem.place.split(": ")[1].split(" ")[0] for problem in problems(json.dumps(case).encode())} == {
        "readings[0][0].engages", "readings[1][1].fallacies[0].severity", "readings[1][2].scores.logic"}  # fmt: skip


def test_an_empty_speech_is_told_but_a_scored_case_stays_scorable() -> None:
    case = read(changed(speeches_5_text=" \u200b"), "c.json")
    assert [problem.code for problem in case.warnings] == ["case.empty-speech"]


def test_the_longest_speech_is_read() -> None:
    assert len(read(changed(speeches_0_text="x" * MAX_SPEECH), "c").debate.speeches[0].text or "") == MAX_SPEECH


@given(st.dictionaries(st.sampled_from(["x", "notes", "über", "speakers"]), plain), plain)
def test_unknown_fields_survive_a_round_trip(top: dict[str, Any], inner: Any) -> None:
    case = made_case(1, moves=4) | top
    case["speeches"][0]["heard"] = case["moves"][0]["note"] = inner
    again = read(write(read(json.dumps(case).encode(), "c").document), "c").document
    assert again == case and dumps(again) == dumps(case)


def test_a_written_case_is_the_same_bytes_again() -> None:
    for case in (graph_case(), panel_case(), rubric_case()):
        data = write(case)
        assert write(read(data, "c").document) == data and data.endswith(b"}\n")


@given(plain, st.randoms())
def test_canonical_json_does_not_depend_on_the_order_of_keys(value: Any, rng: Any) -> None:
    def shuffled(item: Any) -> Any:
        if isinstance(item, dict):
            keys = list(item)
            rng.shuffle(keys)
            return {key: shuffled(item[key]) for key in keys}
        return [shuffled(one) for one in item] if isinstance(item, list) else item

    assert dumps(shuffled(value)) == dumps(value)
    assert digest(value) == digest(parse.value(dumps(value), "c"))


def test_what_has_no_canonical_form_is_our_bug() -> None:
    for value in (float("nan"), "\ud800", {1: 2}.keys(), b"x"):
        with pytest.raises(DikastBug):
            dumps(value)
