"""Imports point down only, core knows the standard library alone, and the contract that says so bites."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "dikast"


def imported(path: Path) -> Iterator[str]:
    """Yield the full name of every module that the file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield node.module or ""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the import contract of `folder`, which holds pyproject.toml and src."""
    run = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", run, "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("path", sorted((SOURCE / "core").rglob("*.py")), ids=lambda path: path.stem)
def test_core_imports_the_standard_library_alone(path: Path) -> None:
    foreign = [
        name
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith("dikast.core")
    ]
    assert foreign == []


def test_core_takes_nothing_that_could_differ_between_two_runs() -> None:
    impure = {"random", "secrets", "time", "uuid", "os", "socket", "subprocess", "logging", "asyncio", "threading"}
    found = {
        f"{path.name}: {name}" for path in (SOURCE / "core").rglob("*.py") for name in imported(path) if name in impure
    }
    assert found == set()


@pytest.mark.parametrize(
    ("module", "violation", "contract"),
    [
        ("core/debate.py", "import dikast.record", "Imports point down only"),
        ("record/__init__.py", "import dikast.perception", "Imports point down only"),
        ("perception/__init__.py", "import dikast.record", "Imports point down only"),
        ("perception/__init__.py", "import dikast.cli", "Imports point down only"),
        ("record/__init__.py", "def late():\n    import django", "Only web and jobs"),
        ("core/debate.py", "import dikast.settings", "Core never reads a setting"),
    ],
)
def test_the_contract_bites(tmp_path: Path, module: str, violation: str, contract: str) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    planted = tmp_path / "src" / "dikast" / module
    planted.write_text(planted.read_text(encoding="utf-8") + f"\n\n{violation}\n", encoding="utf-8")
    result = lint(tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    broken = [line for line in result.stdout.splitlines() if " BROKEN" in line]
    assert [line.startswith(contract) for line in broken] == [True], result.stdout


def test_a_new_top_level_module_must_find_its_layer(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    (tmp_path / "src" / "dikast" / "helpers.py").write_text('"""Unplaced."""\n', encoding="utf-8")
    assert lint(tmp_path).returncode == 1


def test_the_source_keeps_the_contract() -> None:
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
