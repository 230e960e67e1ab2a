"""Nothing in a sealed case can be changed without verification naming it and its place."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sealed_cases import graph_case, judged, panel_case, rubric_case

from dikast.record.amend import Change, amend
from dikast.record.case import Document, write
from dikast.record.parse import step
from dikast.record.seal import seal
from dikast.record.verify import verify

#: What verification tells apart: an item of a list, a prompt, otherwise a field of the document.
PIECE = (
    r"readings\[\d+\](\.\w+)?(\[\d+\])?|(speeches|perceptions|moves|resolutions|amendments|rulings|record)\[\d+\]"
    r"|prompts\[\"[^\"]+\"\]|\w+"
)
WHO = ("Dee Park", "2026-05-03T10:00:00Z", "The answer met only half of it.")


def amended_graph() -> Document:
    once = amend(graph_case(), Change("resolution", "r1", "outcome", "dented"), *WHO)
    return amend(once, Change("move", "c2", "weight", "framing"), *WHO)


def amended_rubric() -> Document:
    once = amend(rubric_case(), Change("assessment", "p2", "fallacies", [], 2), *WHO)
    return amend(once, Change("assessment", "p3", "scores.logic", 1, 1), *WHO)


CASES = {
    "graph": graph_case,
    "panel": panel_case,
    "rubric": rubric_case,
    "amended graph": amended_graph,
    "amended rubric": amended_rubric,
}


@pytest.mark.parametrize("name", CASES)
def test_an_untouched_case_verifies_also_from_its_file(name: str) -> None:
    case = CASES[name]()
    for source in (case, write(case)):
        found = verify(source)
        assert found.ok, "\n".join(map(str, found.problems))
        assert not found.unchecked
        assert found.checked["entries"] == len(case["record"]) and found.checked["quotes"] > 0
        assert found.checked["rulings"] == len(case.get("amendments", ())) + 1


def changes(value: Any, path: str, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Yield every place of a value with one change to make there."""
    if isinstance(value, dict):
        for key in list(value):
            yield from changes(value[key], step(path, key), rng)
            yield step(path, key), lambda key=key: value.pop(key)
        yield path, lambda: value.__setitem__(rng.choice(["added", "x y", "id2"]), rng.choice([None, 1, "", []]))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from changes(item, step(path, i), rng)
            yield step(path, i), lambda i=i: value.pop(i)
            yield step(path, i), lambda i=i: value.insert(i, copy.deepcopy(value[i]))
            if isinstance(item, (str, int)) or item is None:
                yield step(path, i), lambda i=i, item=item: value.__setitem__(i, other(item, rng))
        for i in range(len(value) - 1):
            if value[i] != value[i + 1]:
                yield step(path, i), lambda i=i: value.__setitem__(slice(i, i + 2), [value[i + 1], value[i]])


def leaves(value: Any, path: str, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Yield every leaf of an object with one change of its value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if isinstance(item, (dict, list)):
            yield from leaves(item, step(path, key), rng)
        else:
            yield step(path, key), lambda key=key, item=item: value.__setitem__(key, other(item, rng))


def other(leaf: Any, rng: random.Random) -> Any:
    """Return a value near `leaf`, and not `leaf`."""
    if isinstance(leaf, bool):
        return not leaf
    if isinstance(leaf, (int, float)):
        return rng.choice([leaf + 1, leaf - 1, str(leaf)])
    if isinstance(leaf, str) and leaf:
        at = rng.randrange(len(leaf))
        return leaf[:at] + ("x" if leaf[at] != "x" else "y") + leaf[at + 1 :]
    return rng.choice(["x", 1, False])


def test_a_thousand_single_changes_are_each_named_at_their_place() -> None:
    rng = random.Random(20260503)
    names = list(CASES)
    pristine = {name: CASES[name]() for name in names}
    for number in range(1000):
        name = names[number % len(names)]
        case = copy.deepcopy(pristine[name])
        kinds = leaves if rng.random() < 0.6 else changes
        path, change = rng.choice(list(kinds(case, "", rng)))
        change()
        found = verify(case)
        told = f"change {number} to {name} at {path or 'the top'}: " + " | ".join(map(str, found.problems))
        assert not found.ok, told
        piece = re.match(PIECE, path)
        if kinds is leaves:  # exactly the piece; after an insertion or removal the rest of a list has moved
            assert piece and any(f": {piece.group()}" in problem.place for problem in found.problems), told
        elif piece:
            assert any(piece.group().split("[")[0] in str(problem) for problem in found.problems), told


@pytest.mark.parametrize("name", CASES)
def test_a_forged_quote_is_found_even_under_a_fresh_seal(name: str) -> None:
    case = CASES[name]()
    readings = case.get("readings", [case])
    holder = readings[0][1]["fallacies"][0] if name.endswith("rubric") else readings[0]["moves"][0]
    holder["quote"] = holder["quote"].replace("buses", "trams").replace("Buses", "Trams")
    case["rulings"] = case["rulings"][:1]
    case.pop("amendments", None)
    found = verify(seal(case))
    assert "verify.quote" in {problem.code for problem in found.problems}


def test_typography_of_a_quote_does_not_matter() -> None:
    case = graph_case()
    for move in case["moves"]:
        move["quote"] = move["quote"].replace("\u2014", "-").replace(" ", "\n ", 1)
    case["rulings"] = []
    assert not [problem for problem in verify(judged(case)).problems if problem.code == "verify.quote"]


@pytest.mark.parametrize("name", ["graph", "panel", "rubric"])
def test_a_forged_number_is_found_even_under_a_fresh_seal(name: str) -> None:
    case = CASES[name]()
    case["rulings"][0]["totals"]["A"] = "99" if name == "rubric" else 99
    places = [problem.place for problem in verify(seal(case)).problems]
    assert places == ["case: rulings[0].totals.A"]


def test_a_citation_of_a_missing_perception_is_found_under_a_fresh_seal() -> None:
    case = graph_case()
    del case["perceptions"][0]
    assert {problem.code for problem in verify(seal(case)).problems} == {"verify.perception"}


def test_what_cannot_be_checked_is_said() -> None:
    bare = {
        "dikast": 1,
        "method": "graph/1",
        "speeches": [{"id": "s1", "side": "A"}, {"id": "s2", "side": "B", "text": "No."}],
        "moves": [
            {"id": "c1", "speech": "s1", "kind": "claim", "quote": "yes"},
            {"id": "c2", "speech": "s2", "kind": "claim"},
            {"id": "c3", "speech": "s2", "kind": "claim", "quote": "No."},
        ],
    }
    found = verify(bare)
    assert found.ok
    said = " / ".join(found.unchecked)
    for lacking in ("not sealed", "1 moves or flags without", "1 quotes from speeches", "where 1 quotes", "a ruling"):
        assert lacking in said


def test_a_file_that_cannot_be_read_is_a_finding_not_a_crash() -> None:
    found = verify(write(graph_case())[:-40], "half.case.json")
    assert [problem.code for problem in found.problems] == ["json.syntax"]
    assert found.problems[0].place.startswith("half.case.json: line ")
