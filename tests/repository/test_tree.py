"""What holds of every file: documented, of readable size, with a name of its own, and fit for any machine."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 600
#: Hosts of package registries and folders of one machine, put together here so that this file does not name them.
FOREIGN = re.compile(
    "|".join(
        [
            r"pypi\." + "org",
            r"python" + r"hosted\.",
            r"registry\." + r"npmjs",
            r"deb\." + r"debian",
            r"--(extra-)?" + "index-url",
            r"(^|[^\w.~-])/" + r"(work|root|farm|Users|home/\w+)/",
            r"/tmp/" + r"\w/",
        ]
    ),
    re.MULTILINE,
)


@cache
def tracked(suffix: str = "") -> tuple[Path, ...]:
    """Return the files of the repository that git knows or would take in."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    paths = (ROOT / name for name in listed.split("\0") if name.endswith(suffix) and name)
    return tuple(path for path in paths if path.is_file())


def told(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_module_says_what_it_is_for() -> None:
    silent = [told(path) for path in tracked(".py") if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []


def test_no_python_file_is_longer_than_the_limit() -> None:
    sizes = {told(path): len(path.read_text("utf-8").splitlines()) for path in tracked(".py")}
    assert {name: size for name, size in sizes.items() if size > LONGEST} == {}


def test_no_two_modules_share_a_name_outside_web() -> None:
    modules = [path for path in tracked(".py") if path.is_relative_to(ROOT / "src") and path.name != "__init__.py"]
    names = Counter(path.stem for path in modules if "web" not in path.parts)
    assert {name: count for name, count in names.items() if count > 1} == {}


def test_no_module_is_called_after_nothing() -> None:
    empty = {"utils", "util", "common", "helpers", "misc", "base"}
    named = {"src/dikast/web/sqlite/base.py"}  # by Django, which looks for a database's backend there
    found = {told(path) for path in tracked(".py") if path.stem in empty or empty & set(path.parent.parts)}
    assert found == named


def test_no_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    found = {}
    for path in tracked():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if match := FOREIGN.search(text):
            found[told(path)] = match.group()
    assert found == {}


def test_every_path_named_in_the_architecture_exists() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = re.findall(r"`([\w./<>*-]+(?:/|\.\w+))`", text)
    assert len(named) > 20
    assert [name for name in named if not any(ROOT.glob(name.rstrip("/")))] == []


def test_every_package_stands_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    packages = {told(path.parent) for path in tracked("__init__.py") if path.is_relative_to(ROOT / "src" / "dikast")}
    packages.remove("src/dikast")
    packages -= {name for name in packages if name.endswith("/migrations")}
    assert [name for name in sorted(packages) if f"`{name}/`" not in text] == []


def test_links_between_the_pages_lead_somewhere() -> None:
    dead = []
    for page in tracked(".md"):
        if page.is_relative_to(ROOT / "src"):
            continue
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                dead.append(f"{told(page)}: {target}")
    assert dead == []


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    escape = re.compile(r"\b(pytest\.(skip|xfail|importorskip)|mark\.(skip|skipif|xfail)|unittest\.skip\w*)\b")
    this = Path(__file__)
    found = [told(path) for path in tracked(".py") if path != this and escape.search(path.read_text("utf-8"))]
    assert found == []
