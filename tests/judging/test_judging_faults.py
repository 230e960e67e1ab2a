"""What a judge fails to answer is a fault of the judge: no ruling, no loss for a side, and every answer kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.judging.debates import EXAMPLES, GRAPH, RUBRIC, example, file_of, judged
from tests.judging.plausible import Json, PlausibleJudge

from dikast.cli.app import main
from dikast.perception.budget import Budget, Limits
from dikast.perception.port import Fault, FaultKind, Request
from dikast.record import case
from dikast.record.verify import verify

ONCE = Limits(tries=1, retries=0, first_wait=0.0)
NEEDED = [(GRAPH, "moves/1"), (GRAPH, "resolution/1"), (GRAPH, "second-look/1"), (RUBRIC, "post/1")]
TEXTS = [(GRAPH, "feedback/1", "feedback"), (RUBRIC, "ruling/1", "closing_view")]


def failing(request: Request, kind: FaultKind = "network") -> PlausibleJudge:
    """Return a judge that cannot answer one request."""
    key = (request.question, request.user)
    return PlausibleJudge(override=lambda asked, _: Fault(kind, "out of order")
                          if (asked.question, asked.user) == key else None)  # fmt: skip


def one_of(judge: PlausibleJudge, question: str, place: int = 1) -> Request:
    """Return the request of `question` at a place in the order put, from 0."""
    return list(dict.fromkeys(_Key(one) for one in judge.asked if one.question == question))[place].request


def _needed(judge: PlausibleJudge) -> dict[str, str]:
    """Return the user message and the question of every request that a ruling needs."""
    return {one.user: one.question for one in judge.asked if one.question not in ("feedback/1", "ruling/1")}


class _Key:
    """A request by what was asked, since its schema cannot be hashed."""

    def __init__(self, request: Request) -> None:
        self.request = request

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.request.user == self.request.user

    def __hash__(self) -> int:
        return hash(self.request.user)


@pytest.mark.parametrize(("method", "question"), NEEDED)
@pytest.mark.parametrize("kind", ["network", "refused"])
def test_a_fault_is_no_ruling_and_costs_no_answer(method: str, question: str, kind: FaultKind, tmp_path: Path) -> None:
    calm = PlausibleJudge()
    whole = judged(example(), calm, method=method)
    missing = one_of(calm, question)
    done = judged(example(), failing(missing, kind), method=method, calls=tmp_path / "calls")
    assert done.ruling is None
    assert "rulings" not in done.document
    ((fault,), answered) = done.document["faults"], done.document["perceptions"]
    assert (fault["question"], fault["kind"], fault["message"]) == (question, kind, "out of order")
    assert fault["about"] and fault["reading"] == 1
    assert verify(file_of(done)).problems == ()
    replies = {one["input"]: one["reply"] for one in whole.document["perceptions"]}
    kept = {one["input"]: one["reply"] for one in answered}
    assert kept == {shown: replies[shown] for shown in kept}
    if question != "moves/1":
        lost = {user for user, asked in _needed(calm).items() if user not in kept and asked != "resolution/1"}
        assert lost == ({missing.user} if question != "resolution/1" else set()), "all others were asked"
        assert len(kept) >= len(_needed(calm)) - 2, "with a second look goes the answer that it would have found"
    judge = PlausibleJudge()
    mended = judged(example(), judge, method=method, calls=tmp_path / "calls")
    assert mended.ruling == whole.ruling or kind != "network"
    assert "faults" not in mended.document
    assert not [one for one in judge.asked if one.user in kept], "only what is missing is asked"
    if kind == "network":
        assert file_of(mended) == file_of(whole), "a call that brought no reply leaves no trace"


def test_several_faults_are_all_told() -> None:
    lame = PlausibleJudge(override=lambda asked, _: Fault("refused", "no") if asked.question == "post/1" else None)
    done = judged(example(), lame, method=RUBRIC, limits=ONCE, readings=2)
    told = [(one["reading"], *one["about"]) for one in done.document["faults"]]
    assert told == [(reading, f"s{number}") for reading in (1, 2) for number in range(1, 7)]
    assert done.document["perceptions"] == []


@pytest.mark.parametrize(("method", "question", "field"), TEXTS)
def test_a_text_that_nobody_wrote_is_left_out_and_no_fault(method: str, question: str, field: str) -> None:
    whole = judged(example(), PlausibleJudge(), method=method)
    mute = PlausibleJudge(override=lambda asked, _: Fault("refused", "no") if asked.question == question else None)
    done = judged(example(), mute, method=method)
    assert done.ruling == whole.ruling and done.ruling is not None
    assert done.document["left_out"] == [field] and field not in done.document
    assert "faults" not in done.document
    assert whole.document[field] and "left_out" not in whole.document
    assert verify(file_of(done)).problems == ()


Stand = Callable[[Json], Json]
STANDS: list[Stand] = [
    lambda text: text | {"takes_stand": True},
    lambda text: _everywhere(text, "This county should begin secondary school lessons at ten in the morning."),
    lambda text: _everywhere(text, "The motion is right. Speak slower."),
    lambda text: _everywhere(text, "In my view lessons at ten are better."),
]


def _everywhere(value: Json, words: str) -> Json:
    """Return a text's answer with its advice replaced."""
    advice = {"A": words, "B": words}
    return value | ({"advice": advice} if "advice" in value else advice)


def _plain(question: str) -> Json:
    advice = {"A": "Name the ground before the example.", "B": "Answer the strongest claim first."}
    if question == "feedback/1":
        return advice | {"takes_stand": False}
    grades = dict.fromkeys(("logic", "evidence", "relevance", "civility"), 5)
    return {"clashes": [], "scores": {"A": grades, "B": grades}, "advice": advice, "reason": "Neither pulled away.",
            "finding": "tie", "takes_stand": False}  # fmt: skip


def in_turn(question: str, answers: list[Json]) -> PlausibleJudge:
    """Return a judge that gives `answers` to the tries of one question."""
    left = iter(answers)
    return PlausibleJudge(override=lambda asked, _: next(left) if asked.question == question else None)


@pytest.mark.parametrize("stand", STANDS)
@pytest.mark.parametrize(("method", "question", "field"), TEXTS)
def test_a_text_that_takes_a_stand_is_asked_for_again_and_then_left_out(
    method: str, question: str, field: str, stand: Stand
) -> None:
    partial, thoughtful = [stand(_plain(question))] * 3, [stand(_plain(question)), _plain(question)]
    for answers, tries, kept in ((partial, 3, False), (thoughtful, 2, True)):
        judge = in_turn(question, answers)
        done = judged(example(), judge, method=method)
        assert len(judge.about(question)) == tries
        assert (field in done.document, "left_out" in done.document) == (kept, not kept)
        assert done.ruling is not None


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
@pytest.mark.parametrize("calls", [0, 1, 5])
def test_a_spent_budget_is_a_fault_and_more_of_it_goes_on(method: str, calls: int, tmp_path: Path) -> None:
    calm, poor, rich = PlausibleJudge(), PlausibleJudge(), PlausibleJudge()
    whole = judged(example(), calm, method=method)
    short = judged(example(), poor, method=method, calls=tmp_path / "calls", budget=Budget(calls))
    assert short.ruling is None and len(poor.asked) == calls
    assert {fault["kind"] for fault in short.document["faults"]} == {"budget"}
    done = judged(example(), rich, method=method, calls=tmp_path / "calls", budget=Budget(len(calm.asked) - calls))
    assert file_of(done) == file_of(whole)
    assert len(rich.asked) == len(calm.asked) - calls


def test_a_budget_of_tokens_holds_too() -> None:
    judge = PlausibleJudge(concurrency=1)
    done = judged(example(), judge, method=RUBRIC, budget=Budget(None, 6_000))
    assert done.ruling is None and judge.asked
    used = sum(one["tokens"]["in"] + one["tokens"]["out"] for one in done.document["perceptions"])
    assert 0 < used <= 6_000
    assert "of 6000 tokens are spent" in done.document["faults"][0]["message"]


@pytest.mark.parametrize(("method", "field"), [(GRAPH, "feedback"), (RUBRIC, "closing_view")])
def test_a_budget_that_ends_before_the_text_still_rules(method: str, field: str) -> None:
    calm = PlausibleJudge(concurrency=1)
    whole = judged(example(), calm, method=method)
    texts = [one for one in calm.asked if one.question in ("feedback/1", "ruling/1")]
    done = judged(example(), PlausibleJudge(), method=method, budget=Budget(len(calm.asked) - len(texts)))
    assert done.ruling == whole.ruling
    assert done.document["left_out"] == [field]


def test_the_command_says_what_failed_and_ends_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DIKAST_DATA", str(tmp_path))
    monkeypatch.setenv("DIKAST_RETRIES", "0")
    words = ["judge", str(EXAMPLES / "school-at-ten.txt"), "--judge", "http://127.0.0.1:9#fake", "--quiet"]
    assert main([*words, "--method", "rubric", "--out", str(tmp_path / "out")]) == 1
    (file,) = (tmp_path / "out").glob("*.case.json")
    document = case.read(file.read_bytes(), "the case").document
    assert {fault["kind"] for fault in document["faults"]} == {"network"} and "rulings" not in document
    shown = capsys.readouterr()
    assert "post/1 about s1: network" in shown.out and "Traceback" not in shown.out + shown.err
