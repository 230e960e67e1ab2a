"""Every golden case brings the ruling that was worked out for it by hand, and says by whom and how."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from golden import FOLDERS, derived, expected


def name(folder: Path) -> str:
    return folder.name


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_case_brings_the_ruling_fixed_by_hand(folder: Path) -> None:
    assert derived(folder) == expected(folder)


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_note_says_who_fixed_the_answer_and_by_which_rule(folder: Path) -> None:
    note = (folder / "NOTE.md").read_text(encoding="utf-8")
    assert "Fixed by hand" in note and "the method, §" in note


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_expected_totals_are_the_sums_of_their_lines(folder: Path) -> None:
    ruling = expected(folder)
    for side, total in ruling["totals"].items():
        assert sum(Fraction(line["amount"]) for line in ruling["ledger"] if line["side"] == side) == Fraction(total)


def test_there_are_goldens_of_both_methods() -> None:
    assert {expected(folder)["method"] for folder in FOLDERS} == {"graph/1", "rubric/1"}
