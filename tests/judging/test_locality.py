"""What a single answer of the judge does to a reading, and that speeches that say nothing are put to nobody."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.judging.debates import GRAPH, RUBRIC, debate, example, judged
from tests.judging.plausible import Json, PlausibleJudge

from dikast.perception.port import Request

COOL = "Trees keep a street cool because leaves give shade."
WINTER = "Shade is of no use in winter, which is half the year."
SUMMER = "Nobody has ever fainted from the heat in January, so summer is when it counts."
ROOTS = "Roots break the pipes, as eleven streets found last year."
DEBATE = debate(COOL, WINTER, SUMMER, ROOTS)


def move(quote: str, target: str | None = None, kind: str = "claim") -> Json:
    about = {"quote": quote, "kind": kind, "gist": "", "confidence": "high"}
    return about | ({"weight": "substantive", "bearing": "major"} if target is None else {"target": target})


MOVES = {
    COOL: [move(COOL)], WINTER: [move(WINTER, "c1", "rebuttal")], SUMMER: [move(SUMMER)], ROOTS: [],
}  # fmt: skip


def scripted(reach: str, answer: int | None, outcome: str = "held") -> PlausibleJudge:
    """Return a judge who finds one attack that nobody answers openly, and says what a second look shows."""

    def says(request: Request, data: Json) -> Json | None:
        if request.question == "moves/1":
            return {"moves": MOVES[data["speech"]]}
        because = {"because": "So it is.", "confidence": "medium"}
        if request.question == "second-look/1":
            return because | {"reach": reach, "answer": answer}
        return because | {"outcome": outcome} if request.question == "resolution/1" else None

    return PlausibleJudge(override=says)


@pytest.mark.parametrize("reach", ["whole", "part"])
def test_an_attack_that_nobody_answers_is_dropped(reach: str) -> None:
    judge = scripted(reach, None)
    done = judged(DEBATE, judge)
    assert done.ruling is not None
    assert judge.about("second-look/1") == [{"claim": COOL, "attack": WINTER, "later": [{"number": 1, "says": SUMMER}]}]
    assert judge.about("resolution/1") == []
    rebuttal = next(one for one in done.document["moves"] if one["kind"] == "rebuttal")
    assert (rebuttal["reach"], rebuttal["set_aside"]) == (reach, False)
    assert rebuttal["second_look"] in {one["id"] for one in done.document["perceptions"]}
    assert done.ruling["fates"]["c1"] == "defeated"


def test_an_attack_set_aside_leaves_the_claim_as_if_it_had_not_been_made() -> None:
    done = judged(DEBATE, scripted("none", None))
    without = judged(DEBATE, PlausibleJudge(override=lambda request, data: {
        "moves": [] if data["speech"] == WINTER else MOVES[data["speech"]]
    } if request.question == "moves/1" else None))  # fmt: skip
    assert done.ruling is not None and without.ruling is not None
    assert next(one for one in done.document["moves"] if one["kind"] == "rebuttal")["set_aside"] is True
    for field in ("totals", "scoreline", "winner", "fates"):
        assert done.ruling[field] == without.ruling[field]


@pytest.mark.parametrize(("outcome", "fate"), [("held", "survived"), ("dented", "weakened"), ("broke", "defeated")])
def test_a_quiet_answer_becomes_a_defense_and_is_weighed(outcome: str, fate: str) -> None:
    judge = scripted("whole", 1, outcome)
    done = judged(DEBATE, judge)
    assert done.ruling is not None
    (defense,) = [one for one in done.document["moves"] if one["kind"] == "defense"]
    look = next(one for one in done.document["perceptions"] if one["question"] == "second-look/1")
    assert (defense["speech"], defense["target"], defense["quote"]) == ("s3", "r1", SUMMER)
    assert SUMMER[slice(*defense["at"])] == SUMMER and defense["perception"] == look["id"]
    assert judge.about("resolution/1") == [
        {"claim": COOL, "attack": WINTER, "thread": [{"by": "owner", "says": SUMMER}]}
    ]
    assert done.ruling["fates"]["c1"] == fate


def test_an_answer_to_an_attack_set_aside_is_no_defense() -> None:
    judge = scripted("none", 1)
    done = judged(DEBATE, judge)
    assert [one["kind"] for one in done.document["moves"]] == ["claim", "rebuttal", "claim"]
    assert judge.about("resolution/1") == []


BLANKS = st.text(" \t\n\u00a0\u00ad\u200b\u200d\u2060\u2063\u202e\ufeff\U000e0041", max_size=12)


@settings(max_examples=15)
@given(BLANKS, BLANKS)
def test_speeches_that_say_nothing_get_nothing_and_are_put_to_nobody(one: str, other: str) -> None:
    silent = debate(COOL, one, SUMMER, other, COOL, ROOTS)
    judge = PlausibleJudge()
    read = judged(silent, judge).document
    assert "faults" not in read
    assert {found["speech"] for found in read["moves"]} <= {"s1", "s3", "s5", "s6"}
    assert [data["speech"] for data in judge.about("moves/1")].count(COOL) >= 2
    assert {data["speech"] for data in judge.about("moves/1")} == {COOL, SUMMER, ROOTS}
    posts = PlausibleJudge()
    document = judged(silent, posts, method=RUBRIC).document
    (assessed,) = document["readings"]
    assert {data["post"] for data in posts.about("post/1")} == {COOL, SUMMER, ROOTS}
    for found in (assessed[1], assessed[3]):
        assert (found["class"], found["scores"], found["perception"]) == ("off-topic", None, None)
        assert found["fallacies"] == []
    lines = [line for line in document["rulings"][0]["ledger"] if line["post"] in ("s2", "s4")]
    assert {line["amount"] for line in lines} <= {"0"}


def test_a_debate_in_which_nobody_speaks_asks_nobody_about_it() -> None:
    for method in (GRAPH, RUBRIC):
        judge = PlausibleJudge()
        done = judged(debate("", " ", "\u200b", "\n"), judge, method=method)
        assert done.ruling is not None
        assert done.ruling["scoreline"] == {"A": 50, "B": 50}
        assert not judge.about("moves/1") and not judge.about("post/1")


def test_a_part_of_a_long_speech_is_asked_about_alone() -> None:
    text = "\n\n".join(f"In street {number} the trees were counted again, and again they were too few." * 9
                       for number in range(40))  # fmt: skip
    judge = PlausibleJudge()
    done = judged(debate(text, ROOTS), judge)
    shown = [data["speech"] for data in judge.about("moves/1")][:-1]
    assert len(set(shown)) > 1
    assert "".join(dict.fromkeys(shown)).split() == text.split()
    for found in done.document["moves"]:
        if found["speech"] == "s1":
            assert text[slice(*found["at"])] == found["quote"]


def test_a_changed_post_changes_no_other_posts_assessment() -> None:
    before = judged(example(), PlausibleJudge(), method=RUBRIC).document
    changed = example()
    changed["speeches"][5]["text"] = "I have nothing to add to what I said before about the kitchens."
    after = judged(changed, PlausibleJudge(), method=RUBRIC).document
    assert after["readings"][0][:5] == before["readings"][0][:5]
    assert after["readings"][0][5] != before["readings"][0][5]
