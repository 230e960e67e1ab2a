"""A whole archive counted again: the same as one by one, from where it stopped, and nothing written unasked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dikast.record.verify import verify

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.graph.case.json"))
FILL = """
import sys, django
django.setup(set_prefix=False)
from django.core.management import call_command
call_command("migrate", verbosity=0)
from pathlib import Path
from dikast.web.debates import examples
examples.load(Path(sys.argv[1]))
"""
LOOK = """
import json, django
django.setup(set_prefix=False)
from dikast.web.debates.models import Judging
print(json.dumps([[row.document, row.seal, row.debate.summary.get("a")] for row in Judging.objects.order_by("pk")]))
"""


def older(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case as if another version of the code had counted it; a sealed one would be found out."""
    ruling = case["rulings"][-1] | {"scoreline": {"A": 1, "B": 99}}
    kept = {key: value for key, value in case.items() if key not in ("record", "seal")}
    return kept | {"rulings": [*case["rulings"][:-1], ruling]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve cases, every third counted by another version, one broken, one of the other method."""
    made = tmp_path / "in"
    made.mkdir()
    for n in range(12):
        case = json.loads(EXAMPLES[n % len(EXAMPLES)].read_bytes())
        (made / f"c{n:02}.case.json").write_text(json.dumps(older(case) if n % 3 == 0 else case))
    (made / "x.case.json").write_text("{")
    (made / "y.case.json").write_bytes(next((ROOT / "examples").glob("*.rubric.case.json")).read_bytes())
    return made


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ours = {"DIKAST_DATA": str(tmp_path / "data"), "DIKAST_JUDGE": "gullible", "PYTHONPATH": str(ROOT / "src")}
    environment = os.environ | ours | {"DJANGO_SETTINGS_MODULE": "dikast.web.configuration"}
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, timeout=120)


def rescored(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(tmp_path, "-m", "dikast", "rescore", "--method", "graph/1", *words)


def test_in_parallel_it_writes_what_one_by_one_would_and_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    both = {}
    for name, more in {"one": ("--processes", "1"), "two": ("--processes", "2")}.items():
        told = rescored(tmp_path, "--all", str(folder), "--out", str(tmp_path / name), *more)
        assert told.returncode == 1 and "json" in told.stderr
        assert "4 another ruling; 1 not counted, json.syntax; 1 of another method; 8 the same ruling" in told.stdout
        both[name] = {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
    assert both["one"] == both["two"] and len(both["one"]) == 12
    counted = json.loads(both["one"]["c00.case.json"])
    assert counted["superseded"][-1]["scoreline"] == {"A": 1, "B": 99} and not verify(counted).problems
    (tmp_path / "two" / "c05.case.json").unlink()
    again = rescored(tmp_path, "--all", str(folder), "--out", str(tmp_path / "two"))
    assert "1 the same ruling; 11 were counted before" in again.stdout


def test_a_platform_is_only_written_to_when_told_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    cases = tmp_path / "cases"
    cases.mkdir()
    for n, path in enumerate(EXAMPLES):
        case = json.loads(path.read_bytes())
        (cases / path.name).write_text(json.dumps(older(case) if n == 0 else case))
    made = run(tmp_path, "-c", FILL, str(cases))
    assert made.returncode == 0, made.stderr
    before = run(tmp_path, "-c", LOOK).stdout
    told = rescored(tmp_path, "--all")
    assert told.returncode == 0 and "1 another ruling; " in told.stdout, told.stderr
    assert run(tmp_path, "-c", LOOK).stdout == before
    told = rescored(tmp_path, "--all", "--write")
    assert "1 another ruling; " in told.stdout
    after = json.loads(run(tmp_path, "-c", LOOK).stdout)
    assert all(not verify(document.encode()).problems for document, _, _ in after)
    assert [json.loads(document)["seal"] == mark for document, mark, _ in after] == [True] * len(EXAMPLES)
    assert 1 not in [share for _, _, share in after]
    assert "another ruling" not in rescored(tmp_path, "--all").stdout
    (tmp_path / "data" / "rescore-graph-1.json").write_text(json.dumps({"after": 1, "counts": {"the same ruling": 7}}))
    told = rescored(tmp_path, "--all")
    assert f"goes on after judging 1; {len(EXAMPLES) - 1} are left" in told.stdout
    assert f"{len(EXAMPLES) - 1 + 7} the same ruling" in told.stdout
    assert not (tmp_path / "data" / "rescore-graph-1.json").exists()


def test_neither_cases_nor_all_is_told(tmp_path: Path) -> None:
    told = rescored(tmp_path)
    assert told.returncode == 1 and "(rescore.nothing)" in told.stderr
