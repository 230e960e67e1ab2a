"""Whatever a debate was written down in becomes the same kind of document, and mistakes are told by line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sealed_cases import graph_case

from dikast.core.problems import InputError, Problem
from dikast.record.case import Document, write
from dikast.record.importers import assume_answers, load

HEAD = (
    "---\nmotion: 'Trams: yes or no'\nsides: {A: For, B: Against}\nformat: six-speech\n"
    "speakers: {A: [Ada, Al], B: [Bo]}\n---\n"
)


def spoken(document: Document) -> list[tuple[str, str, str]]:
    return [(speech["side"], speech["speaker"] or "", speech["text"]) for speech in document["speeches"]]


def one(text: str, report: Any = None) -> Document:
    (document,) = load(text.encode(), "t.txt", report)
    return document


def failed(data: bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(data, "t.txt")
    return [str(problem) for problem in caught.value.problems]


def test_a_transcript_with_front_matter() -> None:
    told: list[Problem] = []
    document = one(HEAD + "\nAda: First.\n\nStill first.\n\nNote: still: first.\r\n\n**Bo:** Second.\nagainst: Third.\n"
                   "FOR : Fourth.\nAl:Fifth\nModerator: Thanks.\n", told.append)  # fmt: skip
    assert document["motion"] == "Trams: yes or no" and document["format"] == "six-speech"
    assert document["sides"] == {"A": {"name": "For"}, "B": {"name": "Against"}}
    assert spoken(document) == [
        ("A", "Ada", "First.\n\nStill first.\n\nNote: still: first."), ("B", "Bo", "Second."), ("B", "Bo", "Third."),
        ("A", "", "Fourth."), ("A", "Al", "Fifth")]  # fmt: skip
    assert document["unjudged"] == [{"after": "s5", "role": "moderator", "speaker": "Moderator", "text": "Thanks."}]
    assert [(problem.code, problem.place) for problem in told] == [("transcript.label", "t.txt: line 12")]


def test_letters_alone_are_labels_and_prose_keeps_its_colons() -> None:
    document = one("A: One. At 10:30 we met: all of us.\nsee http://x.example\n Note: indented.\nB: Two.")
    assert [side for side, _, _ in spoken(document)] == ["A", "B"]
    assert spoken(document)[0][2].endswith("\n Note: indented.")


def test_a_transcript_from_right_to_left() -> None:
    text = (
        "---\nmotion: النقل المجاني\nsides: {A: الموالاة, B: المعارضة}\n"
        "speakers: {A: [سلمى], B: [يوسف]}\nlang: ar\n---\n"
        "\u200fسلمى\u200f: أولاً: الحافلات للجميع.\n\nثانياً.\n\u202bيوسف:\u202c لا مال لها.\nالموالاة： بلى.\n"
    )
    document = one(text)
    assert spoken(document) == [
        ("A", "سلمى", "أولاً: الحافلات للجميع.\n\nثانياً."), ("B", "يوسف", "لا مال لها."),
        ("A", "سلمى", "بلى.")]  # fmt: skip
    assert document["lang"] == "ar"


TRANSCRIPTS = {
    "unknown speaker": ("A: One.\n\nCarl: Two.\n", 'line 3: begins with "Carl", which is neither a side nor a listed'),
    "no label at all": ("Once upon a time\n", 'line 1: begins with "Once upon a time"'),
    "empty": ("", "holds no speech"),
    "empty speech": ("A:\nB: Two.", "line 1: begins a speech without words"),
    "long speech": ("A: " + "x" * 200_001, "line 1: begins a speech of 200,001 characters, more than 200,000"),
    "NUL": ("A: One.\nB: T\0o.", r'line 2, column 5: holds the control character "\x00"'),
    "unknown format": ("---\nmotion: m\nformat: six\n---\nA: x", 'front matter: format: is "six", which is no known'),
    "one side": ("---\nsides: {A: x}\n---\nA: x", "sides: names one side only"),
    "one name for both": ("---\nsides: {A: x, B: X}\n---\nA: x", '"X" means side A and side B'),
    "unknown field": ("---\nmotto: m\n---\nA: x", 'has the unknown field "motto"'),
    "open front matter": ("---\nmotion: m\nA: x", "line 1: the front matter has no end"),
    "bad YAML": ("---\nmotion: a: b\n---\nA: x", "line 2: is not YAML"),
    "an alias": ("---\nmotion: &a [x]\nlang: *a\n---\nA: x", "line 3: is not YAML: an alias"),
    "a key twice": ("---\nmotion: a\nmotion: b\n---\nA: x", 'line 3: is not YAML: the key "motion" occurs twice'),
    "deep YAML": ("---\nmotion: " + "[" * 9000 + "\n---\nA: x", "with 9,000 brackets"),
    "long front matter": ("---\nmotion: " + "x" * 20_000 + "\n---\nA: x", "20,008 characters long"),
    "motion of the wrong type": ("---\nmotion: [x]\n---\nA: x", "motion: is a list of 1 items"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_bad_transcript_is_told_with_its_line(name: str) -> None:
    text, words = TRANSCRIPTS[name]
    found = failed(text.encode())
    assert any(problem.startswith("t.txt") and words in problem for problem in found), found


def test_what_yaml_would_make_something_else_stays_text() -> None:
    document = one("---\nmotion: no\nsides: {A: yes, B: 2026-01-01}\n---\nyes: One.\n2026-01-01: Two.")
    assert document["motion"] == "no" and [side for side, _, _ in spoken(document)] == ["A", "B"]


def debate(**fields: Any) -> dict[str, Any]:
    turns = [{"side": "moderator", "speaker": "Mo", "text": "Hello."}, {"side": "pro", "text": "One."},
             {"side": "pro", "speaker": "Al", "text": "Two."}, {"side": "con", "text": " "},
             {"side": "con", "text": "Three."}, {"side": "audience", "text": "Ah."}]  # fmt: skip
    return {"id": "x1", "src": "x", "lang": "en", "format": "two sides", "turns": turns,
            "outcome": {"winner": "pro"}} | fields  # fmt: skip


def test_debates_of_a_corpus_one_a_line() -> None:
    told: list[Problem] = []
    second = debate(
        motion="M?", positions=["P", "Q"], turns=[{"side": "B", "text": "b"}, {"side": "judge", "text": "j"}]
    )
    first, other = load((json.dumps(debate()) + "\n\n" + json.dumps(second)).encode(), "d.jsonl", told.append)
    assert spoken(first) == [("A", "", "One."), ("A", "Al", "Two."), ("B", "", "Three.")]
    assert [(said["after"], said["role"]) for said in first["unjudged"]] == [(None, "moderator"), ("s3", "audience")]
    assert first["sides"]["B"] == {"name": "Opposition"} and first["motion"] is None and first["format"] is None
    assert first["source"] == {"id": "x1", "src": "x", "format": "two sides", "outcome": {"winner": "pro"}}
    assert other["sides"] == {"A": {"name": "A", "position": "P"}, "B": {"name": "B", "position": "Q"}}
    assert [str(problem)[:45] for problem in told] == ["d.jsonl, line 1: turns: 1 turns without words"]


def test_a_bad_debate_does_not_stop_the_others() -> None:
    bad = debate(turns=[{"side": "left", "text": "x"}, {"side": "pro"}, 3])
    told: list[Problem] = []
    lines = [json.dumps(debate()), json.dumps(bad), '{"turns": [', json.dumps(debate())]
    assert len(load("\n".join(lines).encode(), "d.jsonl", told.append)) == 2
    assert [problem.code for problem in told if problem.level == "error"] == [
        "debates.side", "debates.type", "debates.type", "json.syntax"]  # fmt: skip
    assert 'd.jsonl, line 2: turns[0].side: is "left"' in str(told[1])


def test_the_kind_of_file_is_told_by_its_content() -> None:
    case = graph_case()
    assert load(write(case), "x") == [case]
    assert load(json.dumps(case).encode() + b"\n" + json.dumps(case).encode(), "x") == [case, case]
    assert len(load(json.dumps(debate(), indent=2).encode(), "x")) == 1
    assert load(b"\xef\xbb\xbfA: One.", "x")[0]["speeches"][0]["text"] == "One."
    assert "neither" in failed(b'{"x": 1}')[0] and "not one debate" in failed(b"[\n{}]")[0]


def test_what_a_judge_could_not_read_is_refused() -> None:
    case = {field: value for field, value in graph_case().items() if field not in ("moves", "resolutions", "rulings")}
    case["speeches"][0]["text"] = "\u200b "
    del case["speeches"][1]["text"]
    assert [problem.split("(")[-1].split(")")[0] for problem in failed(write(case))] == [
        "case.no-text",
        "case.empty-speech",
    ]


def test_an_unknown_format_of_a_case_is_a_warning() -> None:
    told: list[Problem] = []
    load(write(graph_case() | {"format": "house-rules"}), "x", told.append)
    assert [(problem.code, problem.level) for problem in told] == [("case.format", "warning")]


def test_answers_are_assumed_only_where_none_are_given() -> None:
    document = one("A: 1\nA: 2\nB: 3\nB: 4\nA: 5\nB: 6")
    assumed = assume_answers(document)
    assert [speech["answers"] for speech in assumed["speeches"]] == [[], [], ["s1", "s2"], [], ["s3", "s4"], ["s5"]]
    assert assumed["answers_assumed"] is True and "answers" not in document["speeches"][2]
    assert assume_answers(assumed) == assumed
    document["speeches"][2]["concedes"] = "s1"
    assert assume_answers(document) is document
