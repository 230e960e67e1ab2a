"""The command line as the tests call it: in this process, with what came out, and all state in a folder of its own."""

from __future__ import annotations

import gc
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running import ROOT, Example, Ran, Run

from dikast.cli.app import main


@pytest.fixture
def dikast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Iterator[Run]:
    """Return the command: arguments in, and what is on standard input; the working folder is empty."""
    monkeypatch.setenv("DIKAST_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DIKAST_JUDGE", "gullible")
    monkeypatch.setenv("COLUMNS", "200")
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)

    def run(*arguments: Any, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        return Ran(status, captured.out.decode(), captured.err.decode())

    yield run
    gc.enable()  # scoring puts it off for the rest of its process


@pytest.fixture
def example() -> Example:
    """Return what reads a file of the examples."""
    return lambda name: (ROOT / "examples" / name).read_bytes()
