"""`dikast export` writes a case in each form, and says what it cannot do."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Example, Run

CASE = "school-at-ten.graph.case.json"


@pytest.mark.parametrize(("form", "beginning"), [("html", b"<!doctype html>"), ("csv", b"line,"), ("png", b"\x89PNG")])
def test_a_case_becomes_a_file_of_each_form(dikast: Run, example: Example, form: str, beginning: bytes) -> None:
    Path("debate.case.json").write_bytes(example(CASE))
    ran = dikast("export", "debate.case.json", "--to", form)
    assert ran.status == 0 and f"debate.{form}" in ran.out
    assert Path(f"debate.{form}").read_bytes().startswith(beginning)


def test_no_case_and_no_place_are_said(dikast: Run, example: Example, tmp_path: Path) -> None:
    ran = dikast("export", "-", "--to", "csv", stdin=b"no case")
    assert ran.status == 1 and "json.syntax" in ran.err
    ran = dikast("export", "-", "--to", "csv", "--out", tmp_path / "none" / "x.csv", stdin=example(CASE))
    assert ran.status == 1 and "output.unwritable" in ran.err
    assert dikast("export", "-", "--to", "docx", stdin=example(CASE)).status == 2
