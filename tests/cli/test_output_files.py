"""What commands write: no file over another of the same run, nothing spent for a folder that cannot be, odd names."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest
from running import Example, Run

DEBATE = b"A: Buses should be free, because a fare keeps riders at home.\n\nB: The town cannot pay for them.\n"
CASE = "school-at-ten.graph.case.json"


def test_files_of_one_name_get_files_of_their_own(dikast: Run) -> None:
    for folder in ("one", "two", "three"):
        Path(folder).mkdir()
        Path(folder, "debate.TXT" if folder == "two" else "debate.txt").write_bytes(DEBATE + folder.encode())
    Path("three", "Debate.md").write_bytes(DEBATE)
    ran = dikast("judge", "one/debate.txt", "two/debate.TXT", "three", "--out", "there", "--quiet", "--html")
    assert ran.status == 0, ran.err
    cases = sorted(name for name in os.listdir("there") if name.endswith(".case.json"))
    assert len(cases) == 4 and len({name.casefold() for name in cases}) == 4
    texts = {json.loads(Path("there", name).read_bytes())["speeches"][1]["text"] for name in cases}
    assert len(texts) == 4 and len(os.listdir("there")) == 8


@pytest.mark.parametrize("command", ["explain", "rescore"])
def test_cases_of_one_name_get_files_of_their_own(dikast: Run, example: Example, command: str) -> None:
    for folder in ("one", "two", "there"):
        Path(folder).mkdir()
    for folder in ("one", "two"):
        Path(folder, "x.case.json").write_bytes(example(CASE))
    option = ("--html", "there") if command == "explain" else ("--method", "graph/1", "--out", "there")
    ran = dikast(command, "one/x.case.json", "two/x.case.json", *option)
    assert ran.status == 0 and len(os.listdir("there")) == 2


def test_several_pages_need_a_folder(dikast: Run, example: Example) -> None:
    for name in ("x.case.json", "y.case.json"):
        Path(name).write_bytes(example(CASE))
    assert dikast("explain", "x.case.json", "y.case.json", "--html", "page.html").status == 2
    assert not Path("page.html").exists()


@pytest.mark.parametrize("out", ["file", "file/below", "/dev/null/x", "n" * 300])
def test_a_folder_that_cannot_be_is_said_before_anything_is_spent(dikast: Run, example: Example, out: str) -> None:
    Path("file").write_bytes(b"here before")
    Path("debate.txt").write_bytes(DEBATE)
    ran = dikast("judge", "debate.txt", "--out", out)
    assert ran.status == 1 and out in ran.err and "output.no-folder" in ran.err
    assert "moves/1" not in ran.err and Path("file").read_bytes() == b"here before"
    Path("x.case.json").write_bytes(example(CASE))
    assert "output.no-folder" in dikast("rescore", "x.case.json", "--method", "graph/1", "--out", out).err


def test_a_folder_where_the_case_should_go_stops_this_debate_only(dikast: Run) -> None:
    Path("x.txt").write_bytes(DEBATE)
    Path("y.txt").write_bytes(DEBATE)
    Path("there/x.graph.case.json").mkdir(parents=True)
    ran = dikast("judge", "x.txt", "y.txt", "--out", "there", "--quiet")
    assert ran.status == 1 and "x.graph.case.json: cannot be written" in ran.err
    assert sorted(os.listdir("there")) == ["x.graph.case.json", "y.graph.case.json"]


def test_pages_that_cannot_be_written_stop_only_themselves(dikast: Run, example: Example) -> None:
    for name in ("x.case.json", "y.case.json"):
        Path(name).write_bytes(example(CASE))
    Path("there/x.html").mkdir(parents=True)
    ran = dikast("explain", "x.case.json", "y.case.json", "--html", "there")
    assert ran.status == 1 and "x.html: cannot be written" in ran.err and Path("there/y.html").is_file()
    lost = dikast("explain", "x.case.json", "--html", "no/such/folder.html")
    assert lost.status == 1 and "cannot be written" in lost.err


def test_amending_into_nowhere_leaves_the_case(dikast: Run, example: Example) -> None:
    Path("x.case.json").write_bytes(example(CASE))
    ran = dikast("amend", "x.case.json", "move:c2.weight=framing", "--who", "C", "--why", "W", "--out", "no/where.json")
    assert ran.status == 1 and "no/where.json" in ran.err and Path("x.case.json").read_bytes() == example(CASE)


@pytest.mark.parametrize(
    "name",
    [
        "a b.txt",
        "-dash.txt",
        "é😀.txt",
        "نص.txt",
        "...txt",
        ".txt",
        "a\nb.txt",
        "a\x1b[31mb.txt",
        "[red]x.txt",
        "%s{0}.txt",
        "-" + "ж" * 100 + ".txt",
        b"\xff\xfe.txt".decode(errors="surrogateescape"),
        "con:aux|?.txt",
    ],
)
def test_file_names_of_any_kind(dikast: Run, name: str) -> None:
    Path(name).write_bytes(DEBATE)
    ran = dikast("judge", "--out", "there", "--html", "--", name)
    assert ran.status == 0, ran.err
    assert len(os.listdir("there")) == 2
    assert all(char in "._-" or char.isalnum() for file in os.listdir("there") for char in file)
    for stream in (ran.out, ran.err):
        assert stream.replace("\n", "").isprintable()


def test_stored_answers_that_cannot_be_opened_are_named(dikast: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("x.txt").write_bytes(DEBATE)
    Path("file").write_bytes(b"no database, but long enough to be taken for one" * 100)
    Path("data").mkdir()
    os.rename("file", "data/calls.sqlite3")
    Path("plain").write_bytes(b"")
    for folder, wanted in (("data", ("data/calls.sqlite3", "DIKAST_DATA")), ("plain", ("plain", "folder"))):
        monkeypatch.setenv("DIKAST_DATA", folder)
        ran = dikast("judge", "x.txt", "--out", "there")
        assert ran.status == 1 and all(word in ran.err for word in wanted), ran.err


def test_stored_answers_of_another_make_are_named(dikast: Run, tmp_path: Path) -> None:
    Path("x.txt").write_bytes(DEBATE)
    (tmp_path / "data").mkdir()
    other = sqlite3.connect(tmp_path / "data" / "calls.sqlite3")
    other.execute("CREATE TABLE replies (key TEXT)")
    other.close()
    ran = dikast("judge", "x.txt", "--out", "there", "--quiet")
    assert ran.status == 1 and "calls.sqlite3" in ran.err and "DIKAST_DATA" in ran.err


@pytest.mark.parametrize("setting", [("DIKAST_TRIES", "none"), ("DIKAST_MAX_CALLS", "-4"), ("DIKAST_TIMEOUT", "inf")])
def test_a_setting_of_the_wrong_form_is_named(
    dikast: Run, monkeypatch: pytest.MonkeyPatch, setting: tuple[str, str]
) -> None:
    Path("x.txt").write_bytes(DEBATE)
    monkeypatch.setenv(*setting)
    ran = dikast("judge", "x.txt", "--out", "there")
    assert ran.status == 1 and setting[0] in ran.err and setting[1] in ran.err


@pytest.mark.parametrize(
    "judge", ["nobody", "gullible:x", "local:/no/such.gguf", "recorded:missing.json", "http://", "anthropic:"]
)
def test_a_judge_that_is_none_is_named(dikast: Run, monkeypatch: pytest.MonkeyPatch, judge: str) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    Path("x.txt").write_bytes(DEBATE)
    ran = dikast("judge", "x.txt", "--judge", judge, "--out", "there")
    assert ran.status == 1 and ran.err.strip() and "Traceback" not in ran.err and "bug" not in ran.err
