"""Texts of strangers on the terminal: no character acts, no markup is read, no character set stops the ruling."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from running import ROOT, Example, Run

MARKUP = "[red]Ada[/red] [link=https://evil.example]B[/] [/closed] :smile: [bold"
HIDDEN = "a\u202eb\u200bc\u2066d\ufeff"
#: A title, a bell and a colour as 7-bit and as 8-bit sequences, and one that only UTF-8 spells out.
ACTING = "\x1b]0;owned\x07 \x1b[31m \x9b31m \x85"


def debate(words: str) -> dict[str, Any]:
    long = "Buses should be free because a fare keeps poor riders at home. "
    return {
        "dikast": 1,
        "motion": f"Motion {words}",
        "sides": {"A": {"name": f"A{words}"}, "B": {"name": f"B{words}"}},
        "speeches": [
            {
                "id": f"s{n}",
                "side": "AB"[n % 2],
                "speaker": f"Speaker {words}",
                "text": f"{long}{words} number {n}. " + long * n,
            }
            for n in range(1, 7)
        ],
    }


def safe(text: str) -> None:
    assert text.replace("\n", "").isprintable(), ascii(text)


@pytest.mark.parametrize("words", [MARKUP, HIDDEN], ids=["markup", "hidden"])
@pytest.mark.parametrize("method", ["graph", "rubric"])
def test_texts_are_printed_as_they_are_and_nothing_in_them_acts(dikast: Run, words: str, method: str) -> None:
    Path("x.json").write_bytes(json.dumps(debate(words)).encode())
    ran = dikast("judge", "x.json", "--method", method, "--judge", "gullible:357", "--out", "there")
    assert ran.status == 0, ran.err
    told = dikast("explain", f"there/x.{method}.case.json")
    assert told.status == 0, told.err
    for text in (ran.out, ran.err, told.out, told.err):
        safe(text)
    shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in words)
    assert shown in ran.out and shown in told.out
    for command in (("plan", "x.json"), ("verify", f"there/x.{method}.case.json")):
        safe(dikast(*command).out)


@pytest.mark.parametrize("where", ["gist", "quote", "because", "call", "why", "motion", "name", "question"])
def test_a_case_made_by_hand_cannot_write_to_the_terminal(dikast: Run, example: Example, where: str) -> None:
    def spoil(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: inner + ACTING if key == where and isinstance(inner, str) else spoil(inner)
                for key, inner in value.items()
            }
        return [spoil(inner) for inner in value] if isinstance(value, list) else value

    Path("x.case.json").write_bytes(json.dumps(spoil(json.loads(example("school-at-ten.graph.case.json")))).encode())
    for command in (("explain",), ("verify",), ("score",), ("rescore", "--method", "graph/1")):
        ran = dikast(*command, "x.case.json")
        safe(ran.out)
        safe(ran.err)
        assert ran.status in (0, 1)


def test_what_is_typed_is_told_back_without_its_escapes(dikast: Run) -> None:
    for arguments in (
        ("judge", "\x1b[31mx"),
        ("judge", "--method", "\x1b[31mx", "x"),
        ("formats", "\x1b[31m"),
        ("\x1b[31m",),
    ):
        ran = dikast(*arguments)
        assert ran.status in (1, 2)
        safe(ran.err)


def test_progress_is_a_line_for_each_question_where_no_terminal_is(dikast: Run, example: Example) -> None:
    Path("x.txt").write_bytes(example("school-at-ten.txt"))
    first = dikast("judge", "x.txt", "--out", "there").err.splitlines()
    asked = [f"x: moves/1 about s{n}: answered" for n in range(1, 7)]
    assert [line for line in first if "moves/1" in line] == asked
    again = dikast("judge", "x.txt", "--out", "there").err.splitlines()
    assert [line for line in again if "moves/1" in line] == [
        line.replace("answered", "kept from before") for line in asked
    ]
    assert dikast("judge", "x.txt", "--out", "there", "--quiet").err == ""


@pytest.mark.parametrize("name", ["medicine-in-arabic-ar.txt", "odd.json"])
def test_a_terminal_that_knows_ascii_alone_gets_the_ruling_too(tmp_path: Path, name: str) -> None:
    file = ROOT / "examples" / name
    if name == "odd.json":
        file = tmp_path / name
        file.write_bytes(json.dumps(debate("😀 ﷺ שלום \u202e" + "é" * 500)).encode())
    environment = {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
        "PYTHONPATH": str(ROOT / "src"),
        "DIKAST_DATA": str(tmp_path / "data"),
        "TERM": "dumb",
    }
    for arguments in (
        ("judge", str(file), "--judge", "gullible", "--out", str(tmp_path / "there")),
        ("explain", str(tmp_path / "there")),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "dikast", *arguments], env=environment, capture_output=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.isascii() and b"Traceback" not in done.stderr and b"\\u" in done.stdout


def test_progress_on_a_terminal_reads_no_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dikast.cli import show
    from dikast.judging import Asked

    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    with show.progress(quiet=False, title="[/red] [blink]x\x1b]0;owned\x07") as settled:
        settled(Asked("moves/1", ("[/b]",), 1, False, None))
    written = capsys.readouterr().err
    assert "[/red] [blink]x" in written and "\x1b]0" not in written
