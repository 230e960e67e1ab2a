"""The ledger as a table: it adds up to the totals, and runs nothing in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sealed_cases

from dikast.record.exporters.ledger_csv import COLUMNS, ledger_csv

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.case.json"))
FORMULAS = ("=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "＝1+1")


def rows(document: Mapping[str, Any]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(ledger_csv(document), newline="")))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.removesuffix(".case.json"))
def test_the_amounts_of_a_side_add_up_to_its_total(path: Path) -> None:
    document = json.loads(path.read_bytes())
    ruling = document["rulings"][-1]
    listed = rows(document)
    for side in ("A", "B"):
        added = sum(Fraction(row["amount"]) for row in listed if row["side"] == side)
        assert added == Fraction(ruling["totals"][side])
    assert len(listed) == len(ruling["ledger"])


def test_a_row_names_the_words_and_who_read_them() -> None:
    document = sealed_cases.graph_case()
    row = next(row for row in rows(document) if row["subject_id"] == "r1")
    assert row["subject"] == "R1" and row["side_name"] == "Payers" and row["speech"] == "2"
    assert row["quote"] == "Free buses draw walkers — not drivers."
    assert row["models"] == "m" and "q5" in row["perceptions"].split("; ")


def test_a_case_without_a_ruling_is_its_header() -> None:
    assert ledger_csv(sealed_cases.graph_case() | {"rulings": []}) == ",".join(COLUMNS) + "\r\n"


@pytest.mark.parametrize("words", FORMULAS)
def test_a_formula_of_a_stranger_is_words(words: str) -> None:
    document = sealed_cases.graph_case()
    document["sides"]["A"]["name"] = words
    document["speeches"][0]["speaker"] = words
    document["moves"][0]["quote"] = words
    document["perceptions"][0]["model"] = words
    for row in rows(document):
        cells = [value for name, value in row.items() if name != "amount"]
        assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "＝")]
    assert any(row["side_name"] == f"'{words}" for row in rows(document))


def test_amounts_stay_numbers_and_odd_characters_stay_in_their_cell() -> None:
    document = sealed_cases.rubric_case()
    document["sides"]["A"]["name"] = 'a,"b"\nc\x00\ud800'
    listed = rows(document)
    assert all(Fraction(row["amount"]) is not None for row in listed)
    assert {row["side_name"] for row in listed if row["side"] == "A"} == {'a,"b"\nc\ufffd\ufffd'}
    ledger_csv(document).encode()
