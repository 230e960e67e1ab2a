"""The graph method's questions: what an answer may credit, and what is rejected."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dikast.perception.blinding import mask
from dikast.perception.port import Fault
from dikast.perception.questions import feedback, resolution, second_look, speech_moves
from dikast.perception.questions.speech_moves import MovesInput, Offered, parts
from dikast.perception.quotes import words
from dikast.perception.schema import violations

FIRST = "Good evening. Buses should be free because fares keep poor people at home. Free buses also clear the roads."
SECOND = (
    "They say \u201cBuses should be free because fares keep poor people at home\u201d. But the poor ride on a "
    "pass already, so fares keep nobody away. Free buses get worse, as the money for repairs is gone."
)
CLAIM = Offered("c1", "fares keep poor people at home", "Fares exclude")
ATTACK = Offered("r1", "the poor ride on a pass already", "", "c1")
REPLY = MovesInput("Make buses free", "Opposition", SECOND, other_claims=(CLAIM,), opponent=(FIRST,))


def claim(quote: str, **changes: str) -> dict[str, Any]:
    base = {
        "quote": quote,
        "kind": "claim",
        "weight": "substantive",
        "bearing": "major",
        "gist": "g",
        "confidence": "high",
    }
    return base | changes


def aimed(kind: str, quote: str, target: str) -> dict[str, Any]:
    return {"quote": quote, "kind": kind, "target": target, "gist": "g", "confidence": "low"}


def test_moves_keep_their_order_and_exact_words() -> None:
    answer = {
        "moves": [
            aimed("rebuttal", "the poor ride on a pass already", "c1"),
            claim("Free buses get worse, as the money for repairs is gone"),
        ]
    }
    result, rejected = speech_moves.accept(REPLY, answer)
    assert rejected == ()
    assert [(move.kind, move.target, move.weight) for move in result.moves] == [
        ("rebuttal", "c1", None),
        ("claim", None, "substantive"),
    ]
    assert all(SECOND[slice(*move.at)] == move.quote for move in result.moves)


def test_forged_borrowed_and_repeated_quotes_are_rejected_and_the_rest_stands() -> None:
    good = claim("Free buses get worse")
    answer = {
        "moves": [
            claim("Free buses get better"),
            claim("Buses should be free because fares"),
            good,
            good,
            aimed("rebuttal", "so fares keep nobody away", "c1"),
        ]
    }
    result, rejected = speech_moves.accept(REPLY, answer)
    assert [move.quote for move in result.moves] == ["Free buses get worse", "so fares keep nobody away"]
    assert [(one.code, one.what) for one in rejected] == [
        ("quote.not-found", "moves[0]"),
        ("quote.opponents-words", "moves[1]"),
        ("move.repeated", "moves[3]"),
    ]


def test_one_quote_may_hit_several_claims() -> None:
    asked = MovesInput("M", "B", SECOND, other_claims=(CLAIM, Offered("c2", "roads clear")))
    quote = "so fares keep nobody away"
    result, rejected = speech_moves.accept(
        asked, {"moves": [aimed("rebuttal", quote, "c1"), aimed("rebuttal", quote, "c2")]}
    )
    assert [move.target for move in result.moves] == ["c1", "c2"] and not rejected


def test_no_moves_is_a_valid_answer() -> None:
    nothing = (speech_moves.MovesResult(()), ())
    assert speech_moves.accept(REPLY, {"moves": []}) == nothing


@pytest.mark.parametrize(
    "move",
    [
        aimed("rebuttal", "so fares keep nobody away", "c9"),
        aimed("rebuttal", "so fares keep nobody away", "r1"),
        aimed("defense", "so fares keep nobody away", "c1"),
        aimed("concession", "so fares keep nobody away", "c1"),
        claim("so fares keep nobody away", weight="huge"),
    ],
)
def test_only_offered_targets_of_the_right_kind_fit(move: dict[str, Any]) -> None:
    with pytest.raises(Fault) as fault:
        speech_moves.accept(REPLY, {"moves": [move]})
    assert fault.value.kind == "invalid" and fault.value.retryable


def test_each_kind_is_offered_where_it_can_be_made() -> None:
    def kinds(asked: MovesInput) -> set[str]:
        items = speech_moves.schema(asked)["properties"]["moves"]["items"]
        return {option["properties"]["kind"]["enum"][0] for option in items.get("anyOf", [items])}

    assert kinds(MovesInput("M", "A", FIRST)) == {"claim"}
    assert kinds(REPLY) == {"claim", "rebuttal"}
    full = MovesInput(
        "M", "A", FIRST, None, True, (CLAIM,), (Offered("c2", "x"),), (ATTACK,), (Offered("r2", "y", "", "c2"),)
    )
    assert kinds(full) == {"claim", "rebuttal", "defense", "renewal", "concession"}


def test_a_repeated_passage_resolves_to_where_the_speaker_is() -> None:
    speech = "We must save money now. Roads crumble every winter. We must save money now, as debts grow."
    asked = MovesInput("M", "A", speech)
    result, _ = speech_moves.accept(
        asked, {"moves": [claim("Roads crumble every winter"), claim("We must save money now")]}
    )
    assert result.moves[1].at[0] == speech.rindex("We must")


@given(
    st.lists(
        st.sampled_from(
            ["One two three.", "Four? ", "five six", "\n\n", "\u0646\u0639\u0645\u061f ", "\u4e0d\u597d\u3002"]
        ),
        max_size=60,
    ),
    st.integers(3, 20),
)
@settings(max_examples=150)
def test_parts_cover_the_speech_without_gaps_within_the_limit(pieces: list[str], limit: int) -> None:
    speech = " ".join(pieces)
    cuts = parts(speech, limit)
    assert [cut[0] for cut in cuts] == [0, *(cut[1] for cut in cuts[:-1])] and cuts[-1][1] == len(speech)
    assert all(words(speech[begin:end]) <= limit for begin, end in cuts)


def test_a_part_is_shown_alone_and_quoted_by_offsets_of_the_whole() -> None:
    begin = SECOND.index("Free buses")
    asked = MovesInput("M", "B", SECOND, part=(begin, len(SECOND)))
    assert "pass already" not in speech_moves.request(asked).user
    result, _ = speech_moves.accept(asked, {"moves": [claim("Free buses get worse")]})
    assert result.moves[0].at == (begin, begin + len("Free buses get worse"))


CLASH = resolution.ResolutionInput(
    mask("fares", ["X"]), mask("passes", ["X"]), (resolution.Turn("owner", mask("form", ["X"])),)
)


def test_a_resolution_is_one_of_three_with_its_reason() -> None:
    answer = {"because": " It  meets\nit. ", "outcome": "held", "confidence": "medium"}
    assert resolution.accept(CLASH, answer) == (resolution.Resolution("held", "It meets it.", "medium"), ())
    wrongs: list[Any] = [{**answer, "outcome": "won"}, {**answer, "extra": 1}, {"outcome": "held"}, [], "held"]
    for wrong in wrongs:
        with pytest.raises(Fault):
            resolution.accept(CLASH, wrong)


def test_a_second_look_names_one_of_the_later_moves_or_none() -> None:
    asked = second_look.SecondLookInput(mask("c", []), mask("a", []), (mask("x", []), mask("y", [])))
    answer: dict[str, Any] = {"because": "b", "reach": "part", "answer": 2, "confidence": "low"}
    assert second_look.accept(asked, answer)[0].answer == 1
    assert second_look.accept(asked, {**answer, "answer": None})[0].answer is None
    for wrong in (0, 3, True, "1"):
        with pytest.raises(Fault):
            second_look.accept(asked, {**answer, "answer": wrong})
    shown = json.loads(second_look.request(asked).user.splitlines()[1])
    assert shown["later"] == [{"number": 1, "says": "x"}, {"number": 2, "says": "y"}]


ADVICE = {
    "A": "Your claim that fares exclude people stood; answer the pass sooner.",
    "B": "Press the repairs.",
    "takes_stand": False,
}


def test_feedback_is_advice() -> None:
    result, _ = feedback.accept(feedback.FeedbackInput("Make buses free", ("line",)), ADVICE)
    assert result.B == "Press the repairs."


@pytest.mark.parametrize(
    "change",
    [
        {"takes_stand": True},
        {"A": " "},
        {"A": "You won this one."},
        {"B": "B deserved to lose."},
        {"A": "8 out of 10."},
        {"B": "We should make buses free."},
        {"A": "This house would do well to."},
        {"B": "The motion is right."},
    ],
)
def test_feedback_with_a_verdict_or_a_stand_is_asked_for_again(change: dict[str, Any]) -> None:
    with pytest.raises(Fault):
        feedback.accept(feedback.FeedbackInput("Make buses free", ("line",)), ADVICE | change)


def test_a_schema_says_what_is_wrong_and_where() -> None:
    found = violations({"moves": [{"quote": 3}]}, speech_moves.QUESTION.schema)
    assert found and found[0].startswith("answer.moves[0]")


def test_a_gist_that_is_of_another_move_gives_way_to_the_quote() -> None:
    speech = "We must save money now, since debts grow. Roads crumble every winter because nobody mends them."
    asked = MovesInput("M", "A", speech)
    wrong = claim("Roads crumble every winter because nobody mends them") | {"gist": "Debts are growing"}
    right = claim("We must save money now, since debts grow") | {"gist": "Growing debts call for thrift"}
    result, _ = speech_moves.accept(asked, {"moves": [right, wrong]})
    assert [move.gist for move in result.moves] == [
        "Growing debts call for thrift",
        "Roads crumble every winter because nobody mends them",
    ]


def test_a_gist_cut_off_ends_with_a_whole_word_and_one_given_twice_is_no_gist() -> None:
    speech = (
        "Debts grow faster than any of the taxes that the county has left. Roads crumble every winter, as frost comes."
    )
    first, second = speech[:66], speech[66:].strip()
    cut = "Debts grow faster than any of the taxes that the county hasty"[:60]
    result, _ = speech_moves.accept(MovesInput("M", "A", speech), {"moves": [claim(first[:-2]) | {"gist": cut}]})
    assert result.moves[0].gist == "Debts grow faster than any of the taxes that the county\u2026"
    both = {"moves": [claim(first[:-2]) | {"gist": "Debts, roads"}, claim(second) | {"gist": "Debts, roads"}]}
    result, _ = speech_moves.accept(MovesInput("M", "A", speech), both)
    assert [move.gist for move in result.moves][1] == "Roads crumble every winter, as frost comes."
