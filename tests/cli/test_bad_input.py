"""Whatever is wrong with a file: the message says where and what, and the other files are done."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from running import Example, Run

SPEECHES = [
    {"id": "s1", "side": "A", "text": "Buses should be free, because a fare keeps poor riders at home."},
    {"id": "s2", "side": "B", "text": "The town cannot pay for free buses, as the count of March shows."},
]
DEBATE: dict[str, Any] = {
    "dikast": 1,
    "motion": "Free buses",
    "sides": {"A": {"name": "For"}, "B": {"name": "Against"}},
    "speeches": SPEECHES,
}
CASE = DEBATE | {
    "method": "graph/1",
    "moves": [
        {"id": "c1", "speech": "s1", "kind": "claim", "quote": "Buses should be free"},
        {"id": "r1", "speech": "s2", "kind": "rebuttal", "target": "c1", "quote": "The town cannot pay"},
    ],
    "resolutions": [],
}


def speech(**changes: Any) -> dict[str, Any]:
    return DEBATE | {"speeches": [SPEECHES[0], {k: v for k, v in (SPEECHES[1] | changes).items() if v is not ...}]}


def moves(**changes: Any) -> dict[str, Any]:
    return CASE | {"moves": [CASE["moves"][0], CASE["moves"][1] | changes]}


def text(document: object) -> bytes:
    return json.dumps(document).encode()


HEAD = b"---\nmotion: Free buses\nsides: {A: For, B: Against}\n"
#: What is wrong → the file's bytes, and words that the message must have: its place, its rule or value.
DEBATES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "missing side": (text(speech(side=...)), ("speeches[1]", "s2", "side")),
    "unknown side": (text(speech(side="C")), ("speeches[1].side", '"C"')),
    "side of a wrong type": (text(speech(side=["A"])), ("speeches[1].side",)),
    "empty speech": (text(speech(text=" \n ")), ("speeches[1].text", "empty")),
    "no text": (text(speech(text=...)), ("speeches[1]", "text")),
    "five megabytes": (text(speech(text="a " * 2_500_000)), ("speeches[1].text", "200,000")),
    "invalid UTF-8": (text(DEBATE).replace(b"fare", b"f\xe4re"), ("UTF-8", "line 1")),
    "raw surrogate": (text(DEBATE).replace(b"fare", b"f\xed\xa0\x80re"), ("UTF-8",)),
    "escaped surrogate": (text(speech(text="half \ud800 a sign")), ("speeches[1].text", "surrogate")),
    "NUL": (text(speech(text="a\x00b and more")), ("speeches[1].text", "control")),
    "escape": (text(speech(text="a\x1b[31mb and more")), ("speeches[1].text", "control")),
    "escape in a name": (text(speech(speaker="\x1b]0;x\x07")), ("speeches[1].speaker", "control")),
    "duplicate id": (text(speech(id="s1")), ("speeches[1].id", "speeches[0]")),
    "duplicate key": (text(DEBATE).replace(b'"side": "B"', b'"side": "B", "side": "A"'), ("side", "more than once")),
    "dangling answer": (text(speech(answers=["s9"])), ("speeches[1].answers", '"s9"')),
    "answer to a later post": (text(speech(answers=["s2"])), ("speeches[1].answers", "earlier")),
    "newer version": (text(DEBATE | {"dikast": 2}), ("dikast", "newer", "Update")),
    "version of a wrong type": (text(DEBATE | {"dikast": "1"}), ("dikast",)),
    "truncated JSON": (text(DEBATE)[:-40], ("line 1", "breaks off")),
    "broken JSON": (text(DEBATE).replace(b'"speeches":', b'"speeches"'), ("line 1", "column")),
    "deep nesting": (text(DEBATE)[:-1] + b', "x": ' + b"[" * 5000 + b"]" * 5000 + b"}", ("nested",)),
    "NaN": (text(DEBATE | {"x": float("nan")}), ("x", "NaN")),
    "infinity by size": (text(DEBATE)[:-1] + b', "x": 1e999}', ("x", "number")),
    "huge number": (text(DEBATE)[:-1] + b', "x": 1' + b"0" * 5000 + b"}", ("x", "number")),
    "speeches that are no list": (text(DEBATE | {"speeches": {"s1": "A"}}), ("speeches", "list")),
    "no speeches": (text(DEBATE | {"speeches": []}), ("no speech",)),
    "sides of a wrong type": (text(DEBATE | {"sides": ["A", "B"]}), ("sides",)),
    "one side only": (text(DEBATE | {"sides": {"A": {"name": "For"}}}), ("sides", '"B"')),
    "a list": (b'[{"dikast": 1}]', ("list",)),
    "neither case nor corpus": (b'{"hello": 1}', ("dikast", "turns")),
    "a corpus line with an unknown side": (
        b'{"id": 1, "turns": [{"side": "maybe", "text": "x"}]}',
        ("turns[0].side", "maybe"),
    ),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff", ("UTF-8",)),
    "nothing": (b"", ("no speech",)),
    "blanks": (b" \n\t\n", ("no speech",)),
    "no label": (b"Just some words about buses.\n", ("line 1", "neither a side nor a listed speaker")),
    "unknown label": (HEAD + b"---\nA: Free them.\n\nMrs Brown: Never.\n", ("line 7", "Mrs Brown", "speakers")),
    "label without words": (HEAD + b"---\nA:\n\nB: Never.\n", ("line 5", "without words")),
    "front matter without an end": (HEAD + b"A: Free them.\n", ("line 1", "no end")),
    "front matter that is no YAML": (b"---\nmotion: a: b\n---\nA: x\n", ("line 2", "YAML")),
    "alias bomb": (b"---\nmotion: &a [x, x]\nsides: [*a, *a]\n---\nA: x\n", ("alias",)),
    "nesting bomb": (b"---\nmotion: " + b"[" * 20_000 + b"\n---\nA: x\n", ("front matter",)),
    "a list for a motion": (b"---\nmotion: [a]\n---\nA: x\n", ("motion", "text")),
    "sides as text": (b"---\nsides: both\n---\nA: x\n", ("sides",)),
    "front matter that is a list": (b"---\n- motion\n---\nA: x\n", ("front matter",)),
    "unknown format": (b"---\nformat: seven-speech\n---\nA: x\n", ("format", "seven-speech", "six-speech")),
    "unknown field": (b"---\nmotoin: x\n---\nA: x\n", ("motoin", "motion")),
    "a tag of YAML": (b"---\nmotion: !!python/object/apply:os.system ['true']\n---\nA: x\n", ("motion",)),
}
#: The same for what only counting and checking read.
CASES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "dangling target": (text(moves(target="c9")), ("moves[1]", "c9")),
    "no target": (text(moves(target=None)), ("r1", "target")),
    "own side's claim": (text(moves(speech="s1")), ("r1",)),
    "unknown kind": (text(moves(kind="rebuke")), ("moves[1].kind", "rebuke")),
    "duplicate move": (text(moves(id="c1")), ("c1",)),
    "unknown speech": (text(moves(speech="s7")), ("s7",)),
    "offsets outside": (text(moves(at=[0, 5000])), ("moves[1].at", "5000")),
    "offsets of a wrong type": (text(moves(at=["0", 1])), ("moves[1].at",)),
    "outcome for nobody": (text(CASE | {"resolutions": [{"rebuttal": "r7", "outcome": "held"}]}), ("r7",)),
    "unknown outcome": (text(CASE | {"resolutions": [{"rebuttal": "r1", "outcome": "won"}]}), ("outcome", "won")),
    "unknown method": (text(CASE | {"method": "graph/9"}), ("method", "graph/9")),
    "moves of a wrong type": (text(CASE | {"moves": "none"}), ("moves", "list")),
    **{
        name: DEBATES[name]
        for name in (
            "unknown side",
            "invalid UTF-8",
            "escaped surrogate",
            "NUL",
            "duplicate key",
            "newer version",
            "truncated JSON",
            "deep nesting",
            "NaN",
            "huge number",
            "five megabytes",
            "a list",
        )
    },
    "nothing": (b"", ("empty",)),
    "a picture": (DEBATES["a picture"][0], ("UTF-8",)),
}


def told(err: str, place: str, wanted: tuple[str, ...]) -> None:
    """Check that standard error holds a message on `place` with the wanted words, and nothing raw."""
    lines = [line for line in err.splitlines() if place in line and "warning" not in line]
    assert lines, err
    assert all(word in " ".join(lines) for word in wanted), lines
    assert all(len(line) < 1000 for line in lines) and "Traceback" not in err
    assert err.replace("\n", "").isprintable()


@pytest.mark.parametrize("what", DEBATES)
def test_judge_refuses_it_and_judges_the_next(dikast: Run, what: str) -> None:
    data, wanted = DEBATES[what]
    Path("bad").write_bytes(data)
    Path("good.json").write_bytes(text(DEBATE))
    ran = dikast("judge", "bad", "good.json", "--out", "there", "--quiet")
    assert ran.status == 1
    told(ran.err, "bad", wanted)
    assert os.listdir("there") == ["good.graph.case.json"]


@pytest.mark.parametrize("what", CASES)
@pytest.mark.parametrize("command", ["score", "verify", "explain", "rescore"])
def test_a_case_is_refused_and_the_next_is_read(dikast: Run, example: Example, what: str, command: str) -> None:
    data, wanted = CASES[what]
    Path("bad.case.json").write_bytes(data)
    Path("good.case.json").write_bytes(example("school-at-ten.graph.case.json"))
    ran = dikast(command, "bad.case.json", "good.case.json", *(["--method", "graph/1"] if command == "rescore" else []))
    assert ran.status == 1
    told(ran.err, "bad.case.json", wanted)
    assert ran.out.strip() and "Traceback" not in ran.out


def test_a_debate_that_nobody_judged_has_no_ruling_but_may_hold(dikast: Run) -> None:
    Path("x.case.json").write_bytes(text(DEBATE))
    for command in (("score",), ("explain",), ("rescore", "--method", "graph/1")):
        ran = dikast(*command, "x.case.json")
        assert ran.status == 1 and "nothing to score" in ran.err, command
    ran = dikast("verify", "x.case.json")
    assert ran.status == 0 and "not checked: a ruling" in ran.out


def test_unknown_fields_stay_through_judging_amending_and_rescoring(dikast: Run) -> None:
    odd = {"x-note": {"n": [1, 1.5, None, True, "é"]}}
    document = DEBATE | odd | {"speeches": [SPEECHES[0] | odd, SPEECHES[1]]}
    Path("x.json").write_bytes(text(document))
    assert dikast("judge", "x.json", "--out", ".", "--quiet").status == 0
    assert dikast("rescore", "x.graph.case.json", "--method", "graph/1", "--out", "again").status == 0
    for file in ("x.graph.case.json", "again/x.graph.case.json"):
        case = json.loads(Path(file).read_bytes())
        assert case["x-note"] == odd["x-note"] and case["speeches"][0]["x-note"] == odd["x-note"]


def test_a_source_of_an_odd_type_is_an_unknown_field_like_any_other(dikast: Run) -> None:
    lines = [text(DEBATE | {"source": source}) for source in ("a book", ["x"], {"id": {"a": 1}}, {"id": "../../x\x1b"})]
    Path("x.jsonl").write_bytes(b"\n".join(lines))
    assert dikast("plan", "x.jsonl").status == 0
    ran = dikast("judge", "x.jsonl", "--out", "there", "--quiet")
    assert ran.status == 0, ran.err
    assert len(os.listdir("there")) == 4 and "\x1b" not in ran.out


def test_one_bad_line_of_many_is_named_by_its_number(dikast: Run) -> None:
    Path("x.jsonl").write_bytes(b"\n".join([text(DEBATE), b'{"dikast": 1, "speeches": 5}', text(DEBATE)]))
    ran = dikast("judge", "x.jsonl", "--out", "there", "--quiet")
    assert ran.status == 1 and "x.jsonl, line 2: speeches" in ran.err and len(os.listdir("there")) == 2


@pytest.mark.parametrize("command", ["judge", "plan", "score", "verify", "explain"])
def test_paths_that_cannot_be_read_stop_nothing(dikast: Run, example: Example, command: str) -> None:
    Path("good.case.json").write_bytes(example("school-at-ten.graph.case.json"))
    Path("folder.case.json").mkdir()
    Path("loop.json").symlink_to("loop.json")
    paths = ("missing.json", "loop.json", "n" * 5000, "a\x00b", "good.case.json/x", "good.case.json")
    ran = dikast(command, *paths)
    assert ran.status == 1 and ran.out
    for path in paths[:-1]:
        assert path.replace("\x00", "\\x00") in ran.err
    inside = dikast(command, ".")
    assert inside.status == 1 and "folder.case.json: cannot be read" in inside.err and inside.out
    Path("empty").mkdir()
    assert "no file here fits" in dikast(command, "empty").err


def test_a_changed_case_says_which_content_does_not_match(dikast: Run, example: Example) -> None:
    case = json.loads(example("school-at-ten.graph.case.json"))
    changes: dict[str, Callable[[Any], Any]] = {
        "speeches": lambda c: c["speeches"][2].update(speaker="Somebody Else"),
        "ruling": lambda c: c["rulings"][-1]["totals"].update(A=c["rulings"][-1]["totals"]["A"] + 1),
        "record": lambda c: c["record"].pop(3),
        "seal": lambda c: c.update(seal="sha256:" + "0" * 64),
    }
    for what, change in changes.items():
        changed = json.loads(json.dumps(case))
        change(changed)
        Path("x.case.json").write_bytes(text(changed))
        ran = dikast("verify", "x.case.json")
        assert ran.status == 1 and what.rstrip("s") in ran.err and "does not hold" in ran.out, ran.err


@pytest.mark.parametrize("made", ["bom and crlf", "right to left"])
def test_what_only_looks_odd_is_read(dikast: Run, example: Example, made: str) -> None:
    data = example("medicine-in-arabic-ar.txt" if made == "right to left" else "school-at-ten.txt")
    if made == "bom and crlf":
        data = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    Path("x.txt").write_bytes(data)
    ran = dikast("judge", "x.txt", "--out", "there", "--quiet")
    case = json.loads(Path("there/x.graph.case.json").read_bytes())
    assert ran.status == 0 and len(case["speeches"]) == 6 and "\r" not in json.dumps(case)
