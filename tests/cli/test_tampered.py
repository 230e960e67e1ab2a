"""A case that does not hold is not shown, not counted again and not sealed anew: nothing launders it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from running import Example, Run

from dikast.record import case, seal

GRAPH = "school-at-ten.graph.case.json"
FILE = Path("x.case.json")


def outcome(document: dict[str, Any]) -> None:
    document["resolutions"][0]["outcome"] = "broke"


def total(document: dict[str, Any]) -> None:
    document["rulings"][0]["totals"]["A"] += 1


def word(document: dict[str, Any]) -> None:
    document["speeches"][0]["text"] += " More."


@pytest.mark.parametrize("tamper", [outcome, total, word])
@pytest.mark.parametrize(
    "command",
    [
        ("explain", FILE),
        ("rescore", FILE, "--method", "graph/1", "--out", "new"),
        ("amend", FILE, "move:c2.weight=framing", "--who", "Chair", "--why", "It sets the standard."),
    ],
    ids=lambda command: command[0],
)
def test_a_tampered_case_goes_no_further(
    dikast: Run, example: Example, command: tuple[Any, ...], tamper: Callable[[dict[str, Any]], None]
) -> None:
    document = json.loads(example(GRAPH))
    tamper(document)
    FILE.write_bytes(case.write(document))
    before = FILE.read_bytes()
    ran = dikast(*command)
    assert ran.status == 1 and "verify." in ran.err and "is ahead" not in ran.out
    assert FILE.read_bytes() == before and not list(Path().glob("new/*"))


def test_another_fingerprint_is_not_counted_by_these_rules(dikast: Run, example: Example) -> None:
    document = json.loads(example(GRAPH)) | {"fingerprint": "sha256:" + "0" * 64}
    FILE.write_bytes(case.write(seal.seal(document)))
    ran = dikast("rescore", FILE, "--method", "graph/1")
    assert ran.status == 1 and "method.fingerprint" in ran.err
    assert "the rules it was judged by" in dikast("verify", FILE).out


def test_a_ruling_that_is_replaced_is_kept(dikast: Run, example: Example) -> None:
    document = json.loads(example(GRAPH))
    for field in ("record", "seal"):
        del document[field]
    total(document)
    said = document["rulings"][0]
    FILE.write_bytes(case.write(document))
    ran = dikast("rescore", FILE, "--method", "graph/1", "--out", "new")
    assert ran.status == 0 and "another ruling" in ran.out
    assert json.loads(Path("new/x.case.json").read_bytes())["superseded"] == [said]


def test_a_case_without_requests_is_replayed_by_nobody_and_breaks_nothing(dikast: Run, example: Example) -> None:
    FILE.write_bytes(example(GRAPH))
    Path("debate.txt").write_bytes(example("school-at-ten.txt"))
    ran = dikast("judge", "debate.txt", "--judge", f"recorded:{FILE}")
    assert ran.status == 1 and "needs a person" in ran.out
