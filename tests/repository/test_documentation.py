"""The pages say what the code does: generated ones are current, commands shown exist, locks match the project."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer.main
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from dikast.cli.app import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def shown(page: Path) -> list[str]:
    """Return the command lines that a page shows in its code blocks."""
    blocks = re.findall(r"^```(?:sh|console|bash)\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = (line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def locked(name: str) -> dict[str, str]:
    """Return the versions of one requirements file."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return {canonicalize_name(key): value for key, value in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}


def test_the_generated_pages_are_current() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "docs"), "--check"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_the_readmes_commands_are_what_ci_runs() -> None:
    lines = shown(ROOT / "README.md")
    ci = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    for command in ("make judge", "make run", "make test"):
        assert command in [" ".join(line.split()[:2]) for line in lines]
        assert any(re.match(rf"(timeout \S+ )?{command}\b", line.strip()) for line in ci)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_shown_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for line in shown(page):
        program, *rest = shlex.split(line, comments=True)
        if program == "make":
            assert rest[0] in targets, line
        elif Path(program).name == "dikast":
            assert rest[0] in COMMANDS, line
            command: Any = typer.main.get_command(import_module(f"dikast.cli.{rest[0]}_command").app)
            for word in rest[1:]:
                command = getattr(command, "commands", {}).get(word, command)
            options = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
            given = [word.partition("=")[0] for word in rest if word.startswith("--")]
            assert [option for option in given if option not in options | {"--help"}] == [], line


def test_the_changelog_tells_what_this_version_brings() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    entries = re.findall(r"^## (\S+).*\n((?:(?!^## ).*\n?)*)", text, re.MULTILINE)
    heads = [head for head, _ in entries]
    assert "Unreleased" in heads or PROJECT["project"]["version"] in heads
    assert all(re.search(r"^- \S", body, re.MULTILINE) for _, body in entries)


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("run", PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["build"]),
        ("web", PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["web"]),
        ("dev", PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]),
        ("test-model", PROJECT["dependency-groups"]["test-model"]),
    ],
)
def test_the_lock_holds_what_the_project_asks_for(lock: str, wanted: list[object]) -> None:
    versions = locked(lock)
    for requirement in (Requirement(line) for line in wanted if isinstance(line, str)):
        assert versions.get(canonicalize_name(requirement.name), "none") in requirement.specifier, str(requirement)


def test_one_version_of_a_package_in_all_locks() -> None:
    run, web, dev = locked("run"), locked("web"), locked("dev")
    assert {name: version for name, version in run.items() if web.get(name) != version} == {}
    assert {name: version for name, version in web.items() if dev.get(name) != version} == {}


@pytest.mark.parametrize("lock", ["run", "web", "dev", "test-model"])
def test_every_locked_package_carries_its_hashes(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
