"""What the source imports is declared and locked, and what is declared is imported."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def name(requirement: str) -> str:
    """Return the normalised name of a package."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0]).lower()


@cache
def imported() -> dict[str, str]:
    """Return every package that the source imports from elsewhere, with one module that does."""
    packages = packages_distributions()
    found: dict[str, str] = {}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            more = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                top = module.partition(".")[0]
                if top in sys.stdlib_module_names or top == "dikast":
                    continue
                for package in holders(module, more, packages.get(top, [top])):
                    found.setdefault(name(package), path.relative_to(ROOT).as_posix())
    return found


def holders(module: str, names: list[str], packages: list[str]) -> list[str]:
    """Return which of several packages that share a namespace hold what is imported from it."""
    if len(set(packages)) == 1:
        return packages
    places = {module.replace(".", "/"), *(f"{module}.{part}".replace(".", "/") for part in names)}
    files = {f"{place}{end}" for place in places for end in (".py", "/__init__.py")}
    return [package for package in packages if files & {file.as_posix() for file in distribution(package).files or ()}]


def test_what_is_imported_is_declared() -> None:
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["web"]
    extras = {extra for line in wanted for extra in re.findall(r"\[(.*)\]", line)}
    declared = {name(line) for line in wanted} | {part for extra in extras for part in extra.split(",")}
    assert {package: path for package, path in imported().items() if package not in declared} == {}


def test_what_is_declared_is_imported() -> None:
    assert [line for line in PROJECT["dependencies"] if name(line) not in imported()] == []


def test_what_decides_an_answer_is_pinned_exactly() -> None:
    pinned = {name(line) for line in PROJECT["dependencies"] if "==" in line}
    assert pinned >= {"pydantic-ai-slim", "xllamacpp"}
