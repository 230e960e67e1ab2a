"""The shipped formats are the real ones, and a malformed format file is refused with all its problems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.core import formats
from dikast.core.debate import Debate, Speech
from dikast.core.problems import InputError

#: Sides in order with minutes; a capital is a closing speech's side. Written down again from the formats' rules.
ORDERS = {
    "six-speech": "a b a b A B",
    "lincoln-douglas": "a6 b7 a4 B6 A3",
    "public-forum": "a4 b4 a4 b4 a3 b3 A2 B2",
    "policy": "a8 b8 a8 b8 b5 a5 B5 A5",
    "karl-popper": "a6 b6 a5 b5 A5 B5",
    "british-parliamentary": "a7 b7 a7 b7 a7 b7 A7 B7",
    "oxford": "a7 b7 a7 b7 A2 B2 A2 B2",
    "world-schools": "a8 b8 a8 b8 a8 b8 B4 A4",
    "asian-parliamentary": "a7 b7 a7 b7 a7 b7 B4 A4",
    "australs": "a8 b8 a8 b8 a8 b8 B4 A4",
    "apda": "a7 b8 a8 b8 B4 A5",
}
#: Minutes before the debate, and minutes a side may take during it.
PREPARATION = {
    "lincoln-douglas": (0, 4),
    "public-forum": (0, 3),
    "policy": (0, 5),
    "karl-popper": (0, 8),
    "british-parliamentary": (15, 0),
    "world-schools": (60, 0),
    "asian-parliamentary": (30, 0),
    "australs": (30, 0),
}
SMALL = """
id = "duel"
name = "Duel"
kind = "match"
method = "graph/1"
about = "One speech each."
source = "Made up."
[sides]
A = "For"
B = "Against"
[preparation]
before = 0
during = 0
[length]
min_words = 1
max_words = 10
min_graphemes = 1
max_graphemes = 80
[[turns]]
side = "A"
role = "case"
speaker = 1
[[turns]]
side = "B"
role = "answer"
speaker = 1
closing = true
max_words = 5
"""


def test_every_format_of_the_method_is_shipped() -> None:
    assert set(formats.ids()) == {*ORDERS, "open-floor"}


@pytest.mark.parametrize("id", ORDERS)
def test_a_match_has_the_order_times_and_closing_speeches_of_the_real_format(id: str) -> None:
    turns = formats.get(id).turns
    told = [(turn.side if turn.closing else turn.side.lower()) + str(turn.minutes or "") for turn in turns]
    assert " ".join(told) == ORDERS[id]
    assert formats.get(id).preparation == PREPARATION.get(id, (0, 0))


@pytest.mark.parametrize("id", formats.ids())
def test_a_shipped_format_is_consistent(id: str) -> None:
    fmt = formats.get(id)
    assert fmt.id == id
    assert fmt.names[0] != fmt.names[1]
    assert (fmt.kind == "match") == bool(fmt.turns) == (fmt.floor is None)
    for turn in fmt.turns:
        assert turn.length.max_words <= fmt.length.max_words
        assert turn.length.max_graphemes >= 5 * turn.length.max_words
    assert sum(turn.closing for turn in fmt.turns if turn.side == "A") == sum(
        turn.closing for turn in fmt.turns if turn.side == "B"
    )


@pytest.mark.parametrize(
    ("id", "minutes", "after"),
    [
        ("lincoln-douglas", 3, (1, 2)),
        ("public-forum", 3, (2, 4, 6)),
        ("policy", 3, (1, 2, 3, 4)),
        ("karl-popper", 3, (1, 2, 3, 4)),
        ("oxford", 30, (4,)),
    ],
)
def test_questions_between_speeches_are_held_and_not_judged(id: str, minutes: int, after: tuple[int, ...]) -> None:
    parts = formats.get(id).unjudged
    assert tuple(part.after for part in parts) == after
    assert {part.minutes for part in parts} == {minutes}


def test_an_unknown_format_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError) as caught:
        formats.get("public-form")
    assert caught.value.problems[0].code == "format.unknown"
    assert "public-forum" in caught.value.problems[0].hint


def test_a_turn_takes_the_limits_it_does_not_set_from_the_format() -> None:
    first, second = formats.load(SMALL, "duel.toml").turns
    assert first.length == (1, 10, 1, 80)
    assert second.length == (1, 5, 1, 80)


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ('id = "duel"', 'id = "duel', "format.not-toml", "duel.toml"),
        ('name = "Duel"', "", "format.missing-key", "duel.toml: name"),
        ('name = "Duel"', 'name = ""', "format.bad-value", "duel.toml: name"),
        ('name = "Duel"', "name = 3", "format.wrong-type", "duel.toml: name"),
        ('kind = "match"', 'kind = "brawl"', "format.bad-value", "duel.toml: kind"),
        ('method = "graph/1"', 'method = "graph/9"', "format.bad-value", "duel.toml: method"),
        ('[sides]\nA = "For"', '[sides]\nC = "Us"\nA = "For"', "format.unknown-key", "duel.toml: sides: C"),
        ("min_words = 1", "min_words = true", "format.wrong-type", "duel.toml: length: min_words"),
        ("min_words = 1", "min_words = 8", "format.limits-crossed", "duel.toml: turns[1]: min_words"),
        ("max_words = 5", "max_words = 0", "format.bad-value", "duel.toml: turns[1]: max_words"),
        ("closing = true", 'closing = "yes"', "format.wrong-type", "duel.toml: turns[1]: closing"),
        ('side = "B"', 'side = "A"', "format.one-sided", "duel.toml: turns"),
        ("before = 0", "before = -1", "format.bad-value", "duel.toml: preparation: before"),
        ("[preparation]\nbefore = 0\nduring = 0", "", "format.missing-key", "duel.toml: preparation"),
        ("max_words = 5", "colour = 5", "format.unknown-key", "duel.toml: turns[1]: colour"),
        ("[sides]", '[floor]\nopens = "A"\npost_limit = 4\n[sides]', "format.unknown-key", "duel.toml: floor"),
    ],
)
def test_a_malformed_file_is_refused_where_it_is_wrong(old: str, new: str, code: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        formats.load(SMALL.replace(old, new, 1), "duel.toml")
    assert [(problem.code, problem.place) for problem in caught.value.problems] == [(code, place)]


def test_all_problems_of_a_file_are_told_at_once() -> None:
    text = (
        SMALL.replace('name = "Duel"', "")
        .replace('side = "B"', 'side = "C"')
        .replace("max_words = 10", "max_words = 0")
    )
    with pytest.raises(InputError) as caught:
        formats.load(text, "duel.toml")
    assert {problem.code for problem in caught.value.problems} >= {"format.missing-key", "format.bad-value"}


@pytest.mark.parametrize("after", [(2, 1), (3,)])
def test_unjudged_parts_follow_the_turns_in_order(after: tuple[int, ...]) -> None:
    parts = "".join(f'[[unjudged]]\nafter = {place}\nrole = "questions"\nminutes = 3\n' for place in after)
    with pytest.raises(InputError) as caught:
        formats.load(SMALL + parts, "duel.toml")
    assert [problem.code for problem in caught.value.problems] == ["format.wrong-order"]


@given(st.text(max_size=200))
def test_any_text_is_a_format_or_refused_with_problems(text: str) -> None:
    with pytest.raises(InputError):
        formats.load(text, "any.toml")


def test_marking_a_debate_gives_roles_and_closings_but_overrides_nothing() -> None:
    fmt = formats.load(SMALL, "duel.toml")
    plain = Debate("m", ("x", "y"), (Speech("s1", "A"), Speech("s2", "B")))
    assert [(speech.role, speech.closing) for speech in formats.mark(plain, fmt).speeches] == [
        ("case", False),
        ("answer", True),
    ]
    marked = Debate("m", ("x", "y"), (Speech("s1", "A", role="mine", closing=True), Speech("s2", "B")))
    assert [(speech.role, speech.closing) for speech in formats.mark(marked, fmt).speeches] == [
        ("mine", True),
        ("answer", None),
    ]
    swapped = Debate("m", ("x", "y"), (Speech("s1", "B"), Speech("s2", "A")))
    assert formats.mark(swapped, fmt) is swapped
