"""Every golden case brings the ruling that was worked out for it by hand, and says by whom and how."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest


def script() -> Any:
    """Return scripts/goldens as a module."""
    path = Path(__file__).resolve().parents[2] / "scripts" / "goldens"
    loader = SourceFileLoader("goldens_script", str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


GOLDENS = script()


def name(folder: Path) -> str:
    return folder.name


@pytest.mark.parametrize("folder", GOLDENS.FOLDERS, ids=name)
def test_case_brings_the_ruling_fixed_by_hand(folder: Path) -> None:
    assert GOLDENS.derived(folder) == GOLDENS.expected(folder)


@pytest.mark.parametrize("folder", GOLDENS.FOLDERS, ids=name)
def test_note_says_who_fixed_the_answer_and_by_which_rule(folder: Path) -> None:
    note = (folder / "NOTE.md").read_text(encoding="utf-8")
    assert "Fixed by hand" in note and "the method, §" in note


@pytest.mark.parametrize("folder", GOLDENS.FOLDERS, ids=name)
def test_expected_totals_are_the_sums_of_their_lines(folder: Path) -> None:
    ruling = GOLDENS.expected(folder)
    for side, total in ruling["totals"].items():
        assert sum(Fraction(line["amount"]) for line in ruling["ledger"] if line["side"] == side) == Fraction(total)


def test_there_are_goldens_of_both_methods() -> None:
    assert {GOLDENS.expected(folder)["method"] for folder in GOLDENS.FOLDERS} == {"graph/1", "rubric/1"}
