"""Every command does what its help says, and its exit status tells how it went."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from running import ROOT, Example, Run

from dikast import __version__
from dikast.cli.app import COMMANDS

GRAPH, RUBRIC = "school-at-ten.graph.case.json", "no-tipping.rubric.case.json"


def test_the_table_and_the_modules_agree() -> None:
    modules = {path.stem for path in (ROOT / "src" / "dikast" / "cli").glob("*_command.py")}
    assert modules == {f"{name}_command" for name in COMMANDS}


def test_help_lists_every_command_and_each_has_its_own(dikast: Run) -> None:
    whole = dikast("--help")
    assert whole.status == 0 and not whole.err
    for name in COMMANDS:
        assert f"  {name}" in whole.out
        own = dikast(name, "--help")
        assert own.status == 0 and f"dikast {name}" in own.out, name
    assert dikast("--version").out == f"dikast {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("jugde",),
        ("judge",),
        ("score",),
        ("score", "--jsn", "-"),
        ("verify", "--loud", "x"),
        ("judge", "--readings", "0", "x"),
        ("amend", "x"),
        ("rescore", "x"),
        ("judge", "--max-calls", "-1", "x"),
        ("models", "fetsch"),
    ],
)
def test_wrong_usage_is_status_2_and_says_so(dikast: Run, arguments: tuple[str, ...]) -> None:
    ran = dikast(*arguments)
    assert ran.status == 2 and (ran.err or ran.out) and "Traceback" not in ran.err


def test_judge_writes_a_case_that_verifies_and_a_page(dikast: Run, example: Example) -> None:
    Path("debate.txt").write_bytes(example("school-at-ten.txt"))
    ran = dikast("judge", "debate.txt", "--out", "there", "--html", "--quiet")
    assert ran.status == 0 and not ran.err
    assert sorted(os.listdir("there")) == ["debate.graph.case.json", "debate.graph.html"]
    assert "secondary school" in ran.out and "Written: there/debate.graph.case.json" in ran.out
    assert dikast("verify", "there/debate.graph.case.json").status == 0
    before = Path("there/debate.graph.case.json").read_bytes()
    again = dikast("judge", "debate.txt", "--out", "there", "--quiet")
    assert "0 calls" in again.out and Path("there/debate.graph.case.json").read_bytes() == before


def test_judge_by_a_panel_and_by_the_other_method(dikast: Run, example: Example) -> None:
    Path("debate.json").write_bytes(example("no-tipping.debate.json"))
    ran = dikast(
        "judge", "debate.json", "--judge", "gullible:25", "--judge", "gullible:72", "--out", "there", "--quiet"
    )
    assert ran.status == 0, ran.err
    case = json.loads(Path("there/debate.rubric.case.json").read_bytes())
    assert len(case["readings"]) == 2 and case["rulings"][-1]["agreement"]
    assert dikast("judge", "debate.json", "--method", "graph", "--out", "there", "--quiet").status == 0
    assert Path("there/debate.graph.case.json").is_file()


def test_judge_that_may_spend_nothing_says_what_is_missing_and_rules_nothing(dikast: Run, example: Example) -> None:
    Path("debate.txt").write_bytes(example("school-at-ten.txt"))
    ran = dikast("judge", "debate.txt", "--out", "there", "--max-calls", "2", "--quiet")
    case = json.loads(Path("there/debate.graph.case.json").read_bytes())
    assert ran.status == 1 and "budget" in ran.out and "moves/1" in ran.out
    assert case["faults"] and "rulings" not in case
    assert dikast("explain", "there/debate.graph.case.json").status == 0
    assert dikast("judge", "debate.txt", "--out", "there", "--quiet").status == 0


def test_score_json_prints_one_object_a_line_in_the_order_given(dikast: Run, example: Example) -> None:
    Path("cases").mkdir()
    for name in (GRAPH, RUBRIC):
        Path("cases", name).write_bytes(example(name))
    ran = dikast("score", "--json", f"cases/{RUBRIC}", "missing.json", f"cases/{GRAPH}")
    rulings = [json.loads(line) for line in ran.out.splitlines()]
    assert [ruling["method"] for ruling in rulings] == ["rubric/1", "graph/1"]
    assert ran.status == 1 and "missing.json" in ran.err
    assert dikast("score", "--json", "cases").out.splitlines() == ran.out.splitlines()
    for case, ruling in zip((RUBRIC, GRAPH), rulings, strict=True):
        sealed = json.loads(Path("cases", case).read_bytes())["rulings"][-1]
        assert ruling["totals"] == sealed["totals"] and ruling["scoreline"] == sealed["scoreline"]


def test_score_reads_one_case_or_many_lines_from_standard_input(dikast: Run, example: Example) -> None:
    whole = example(GRAPH)
    line = json.dumps(json.loads(whole)).encode()
    one = dikast("score", "--json", "-", stdin=whole)
    many = dikast("score", "--json", "-", stdin=line + b"\n\n{broken\n" + line)
    assert one.status == 0 and many.status == 1
    assert many.out == one.out * 2 and "line 3" in many.err
    words = dikast("score", "-", stdin=line)
    assert words.status == 0 and words.out.startswith("graph/1: A is ahead, 56–44")


def test_verify_names_what_does_not_hold(dikast: Run, example: Example) -> None:
    Path("good.case.json").write_bytes(example(GRAPH))
    Path("bad.case.json").write_bytes(example(GRAPH).replace(b"lessons at ten", b"lessons at six", 1))
    ran = dikast("verify", ".")
    assert ran.status == 1
    assert "bad.case.json: does not hold" in ran.out and "good.case.json: holds" in ran.out
    assert "bad.case.json" in ran.err and "good.case.json" not in ran.err
    quiet = dikast("verify", "--quiet", "good.case.json")
    assert quiet == (0, "", "")


@pytest.mark.parametrize("name", [GRAPH, RUBRIC])
def test_explain_shows_every_line_of_the_ledger_and_every_quote(dikast: Run, example: Example, name: str) -> None:
    Path(name).write_bytes(example(name))
    ran = dikast("explain", name)
    case = json.loads(example(name))
    ruling = case["rulings"][-1]
    assert ran.status == 0 and not ran.err
    assert f"from {sum(line['side'] == 'A' for line in ruling['ledger'])} lines" in ran.out
    assert str(ruling["totals"]["A"]) in ran.out and case["motion"] in ran.out
    for move in case.get("moves", ()):
        assert " ".join(move["quote"].split())[:60] in ran.out or not any(
            line.get("move") == move["id"] for line in ruling["ledger"]
        )
    page = dikast("explain", name, "--html", "page.html")
    assert page.status == 0 and Path("page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_amend_counts_again_and_keeps_what_was_said(dikast: Run, example: Example) -> None:
    Path("x.case.json").write_bytes(example(GRAPH))
    resolution = json.loads(example(GRAPH))["resolutions"][0]
    other = "broke" if resolution["outcome"] != "broke" else "held"
    change = f"resolution:{resolution['rebuttal']}.outcome={other}"
    ran = dikast(
        "amend", "x.case.json", change, "--who", "Chair", "--why", "It was read wrongly.", "--out", "y.case.json"
    )
    case = json.loads(Path("y.case.json").read_bytes())
    assert ran.status == 0, ran.err
    assert [ruling["version"] for ruling in case["rulings"]] == [1, 2]
    assert case["amendments"][0]["who"] == "Chair" and case["amendments"][0]["to"] == other
    assert Path("x.case.json").read_bytes() == example(GRAPH)
    assert dikast("verify", "y.case.json").status == 0


@pytest.mark.parametrize(
    "change",
    [
        "nonsense",
        "resolution:r1",
        "resolution:nobody.outcome=held",
        "resolution:r1.outcome=NaN",
        "x:y.z=1",
        "move:c1.weight=99999999999999999999",
        "resolution:r1.outcome=\x1b[31m",
    ],
)
def test_an_amendment_that_means_nothing_changes_no_file(dikast: Run, example: Example, change: str) -> None:
    Path("x.case.json").write_bytes(example(GRAPH))
    ran = dikast("amend", "x.case.json", change, "--who", "Chair", "--why", "Because.")
    assert ran.status == 1 and ran.err and "\x1b" not in ran.err
    assert Path("x.case.json").read_bytes() == example(GRAPH)


def test_rescore_says_whether_the_ruling_is_the_same(dikast: Run, example: Example) -> None:
    Path("x.case.json").write_bytes(example(GRAPH))
    ran = dikast("rescore", "x.case.json", "--method", "graph/1", "--out", "new")
    assert ran.status == 0 and "the same ruling" in ran.out
    assert dikast("verify", "new/x.case.json").status == 0
    other = dikast("rescore", "x.case.json", "--method", "rubric/1")
    assert other.status == 1 and "dikast judge" in other.err


def test_plan_asks_nobody_and_gives_figures(dikast: Run, example: Example) -> None:
    Path("debate.txt").write_bytes(example("school-at-ten.txt"))
    ran = dikast("plan", "debate.txt", "--judge", "gullible")
    assert ran.status == 0 and "graph/1" in ran.out and "rubric/1" in ran.out and "nothing" in ran.out
    assert dikast("plan", "nowhere.txt").status == 1


def test_formats_and_method_print_what_is_in_force(dikast: Run) -> None:
    listed = dikast("formats")
    assert listed.status == 0 and "six-speech" in listed.out
    assert dikast("formats", "six-speech").status == 0
    unknown = dikast("formats", "seven-speech")
    assert unknown.status == 1 and "seven-speech" in unknown.err
    for name in ("graph/1", "rubric/1"):
        method = json.loads(dikast("method", name, "--json").out)
        assert method["method"] == name and method["fingerprint"].startswith("sha256:") and method["questions"]
        assert method["fingerprint"] in dikast("method", name).out
    assert dikast("method", "graph/2").status == 1


def test_models_says_how_to_get_one(dikast: Run) -> None:
    assert "dikast models fetch" in dikast("models", "list").out
    assert dikast("models", "verify").status == 1


def test_a_closed_pipe_and_a_process_of_its_own(tmp_path: Path, example: Example) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DIKAST_DATA": str(tmp_path)}
    line = json.dumps(json.loads(example(GRAPH))) + "\n"
    done = subprocess.run(
        f'"{sys.executable}" -m dikast score --json - | head -n 1',
        shell=True,
        input=(line * 300).encode(),
        env=environment,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert json.loads(done.stdout)["method"] == "graph/1" and b"Traceback" not in done.stderr, done.stderr
