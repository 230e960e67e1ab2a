"""A longer record of the same debate reuses every earlier answer; what is asked again is what really changed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.judging.debates import GRAPH, RUBRIC, example, file_of, judged
from tests.judging.plausible import Json, PlausibleJudge, data_of

from dikast.perception.port import Request


def inputs(document: Json, question: str) -> dict[str, Json]:
    """Return, by what it is about, what the perceptions of a question were shown."""
    held = [one for one in document["perceptions"] if one["question"] == question]
    return {one["about"][0]: data_of(one["input"]) for one in held}


def asked_of(judge: PlausibleJudge) -> Counter[tuple[str, str]]:
    return Counter((request.question, request.user) for request in judge.asked)


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
@pytest.mark.parametrize("readings", [1, 2])
def test_judging_again_asks_nothing(method: str, readings: int, tmp_path: Path) -> None:
    judge = PlausibleJudge()
    first = judged(example(), judge, method=method, readings=readings, calls=tmp_path / "calls")
    asked = len(judge.asked)
    again = judged(example(), judge, method=method, readings=readings, calls=tmp_path / "calls")
    assert len(judge.asked) == asked
    assert file_of(again) == file_of(first)
    assert (again.spent.calls, again.spent.cached) == (0, len(first.document["perceptions"]))
    rejudged = judged(first.document, judge, method=method, readings=readings, calls=tmp_path / "calls")
    assert len(judge.asked) == asked, "a case judged anew is the debate that it holds"
    assert file_of(rejudged) == file_of(first)


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
@pytest.mark.parametrize("heard", [1, 4, 5])
def test_a_longer_record_asks_only_what_changed(method: str, heard: int, tmp_path: Path) -> None:
    before, after, alone = PlausibleJudge(), PlausibleJudge(), PlausibleJudge()
    begun = judged(example(speeches=heard), before, method=method, calls=tmp_path / "calls")
    assert begun.ruling is not None
    grown = judged(example(), after, method=method, calls=tmp_path / "calls")
    whole = judged(example(), alone, method=method)
    assert file_of(grown) == file_of(whole), "that there was a shorter record leaves no trace"
    known, needed = asked_of(before), asked_of(alone)
    assert asked_of(after) == Counter({key: times for key, times in needed.items() if key not in known})
    question, late = ("moves/1", "speech") if method == GRAPH else ("post/1", "post")
    texts = [speech["text"] for speech in grown.document["speeches"]]
    heard_anew = {data[late] for data in after.about(question)}
    assert heard_anew == set(texts[heard:]), "no earlier speech is read again"


def test_a_clash_that_nobody_went_on_with_is_not_weighed_again(tmp_path: Path) -> None:
    before, after = PlausibleJudge(), PlausibleJudge()
    begun = judged(example(speeches=4), before, calls=tmp_path / "calls").document
    grown = judged(example(), after, calls=tmp_path / "calls").document
    old, new = inputs(begun, "resolution/1"), inputs(grown, "resolution/1")
    same = [rebuttal for rebuttal in old if new.get(rebuttal) == old[rebuttal]]
    changed = [rebuttal for rebuttal in new if new[rebuttal] != old.get(rebuttal)]
    assert same and changed, "the debate has clashes of both sorts"
    assert not [data for data in after.about("resolution/1") if data in old.values()]
    shown = after.about("resolution/1")
    assert all(new[rebuttal] in shown for rebuttal in changed)


def test_an_unmarked_last_speech_is_read_again_when_it_is_the_last_no_more(tmp_path: Path) -> None:
    """Without a format the last speech counts as closing, which its reader is told; so that speech changed."""
    before, after = PlausibleJudge(), PlausibleJudge()
    judged(example(speeches=4) | {"format": None}, before, calls=tmp_path / "calls")
    judged(example() | {"format": None}, after, calls=tmp_path / "calls")
    texts = [speech["text"] for speech in example()["speeches"]]
    assert {data["speech"] for data in after.about("moves/1")} == set(texts[3:])
    assert {data["closing"] for data in before.about("moves/1") if data["speech"] == texts[3]} == {True}


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
def test_a_changed_word_is_a_changed_speech(method: str, tmp_path: Path) -> None:
    judge = PlausibleJudge()
    judged(example(), judge, method=method, calls=tmp_path / "calls")
    judge.asked.clear()
    corrected = example()
    corrected["speeches"][5]["text"] += " Thank you."
    judged(corrected, judge, method=method, calls=tmp_path / "calls")
    question = "moves/1" if method == GRAPH else "post/1"
    late = [data for data in judge.about(question) if corrected["speeches"][5]["text"] in data.values()]
    assert late == judge.about(question) and late


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
def test_another_reading_or_another_model_is_asked_everything(method: str, tmp_path: Path) -> None:
    def sums(one: list[Request]) -> set[tuple[str, str]]:
        return {(request.question, request.user) for request in one}

    judge = PlausibleJudge()
    judged(example(), judge, method=method, calls=tmp_path / "calls")
    first = sums(judge.asked)
    judge.asked.clear()
    more = judged(example(), judge, method=method, readings=3, calls=tmp_path / "calls")
    assert more.spent.calls >= 2 * len([one for one in first if one[0] in ("moves/1", "post/1")])
    other = PlausibleJudge(model="another")
    judged(example(), other, method=method, calls=tmp_path / "calls")
    assert sums(other.asked) == first
