"""Every reason for turning a text away has its own sentence, with the limit and what there is."""

from __future__ import annotations

import inspect
import re

import pytest
from django.utils import translation

from dikast.core import rules
from dikast.core.problems import Problem
from dikast.web.account.models import Person
from dikast.web.debates import posting, signs
from dikast.web.debates.models import Debate
from dikast.web.debates.posting import Sending
from dikast.web.debates.records import rules_of
from dikast.web.floor import views
from dikast.web.floor.refusals import FIELDS, limits, refusal

SENDING = Sending("Two words", "n", "answers", 2)
#: Warnings about debates held elsewhere; no sending meets them.
_ELSEWHERE = {"rules.turn-count", "rules.turn-order"}


def codes() -> set[str]:
    """Return every code that the source can give for a sending."""
    source = "".join(inspect.getsource(module) for module in (rules, posting, signs, views))
    return set(re.findall(r'"((?:rules|posting|text)\.[a-z-]+)"', source)) - _ELSEWHERE


def said(debate: Debate, code: str, sending: Sending = SENDING) -> str:
    made = refusal([Problem(code, "text", "", "")], debate, sending)
    return f"{made.title} {made.body}"


def test_every_code_has_its_own_sentence(floor: Debate) -> None:
    known = codes()
    assert len(known) > 15 and set(FIELDS) <= known
    told = {code: refusal([Problem(code, "text", "", "")], floor, SENDING) for code in known}
    assert all(made.title.startswith("Not posted. ") and "Your text is kept" in made.body for made in told.values())
    assert len({made.title for code, made in told.items() if code != "rules.too-long"}) == len(known) - 1


@pytest.mark.parametrize(
    ("code", "text", "facts"),
    [
        ("rules.too-short", "Two words", ["has 2 words", "At least {least}"]),
        ("rules.too-long", "word " * 2000, ["has 2000 words", "At most {most}", "cut {over}"]),
    ],
)
def test_a_length_is_told_with_limit_and_figure(floor: Debate, code: str, text: str, facts: list[str]) -> None:
    length = limits(floor)
    given = {"least": length.min_words, "most": length.max_words, "over": 2000 - length.max_words}
    told = said(floor, code, Sending(text, "n"))
    assert all(fact.format(**given) in told for fact in facts)


def test_a_text_of_one_endless_word_is_told_in_characters(floor: Debate) -> None:
    assert "20000 characters" in said(floor, "rules.too-long", Sending("a" * 20_000, "n"))


def test_the_field_at_fault_repeats_what_is_wrong(floor: Debate) -> None:
    problems = [Problem("rules.wrong-side", "acts", "", ""), Problem("rules.too-short", "text", "", "")]
    made = refusal([*problems, problems[1]], floor, SENDING)
    assert made.title == "Not posted. P2 is your own point."
    assert made.errors == {"target": "P2 is your own point.", "text": "The text has 2 words."}
    assert made.body.count("The text has 2 words.") == 1


def test_a_speech_is_held_to_its_own_turn(match: Debate, people: tuple[Person, ...]) -> None:
    own = rules_of(match).turns[0].length
    assert limits(match) == own and f"At least {own.min_words}" in said(match, "rules.too-short")


@pytest.mark.parametrize("tongue", ["ar", "de", "es"])
def test_every_sentence_can_be_said_in_every_language(floor: Debate, tongue: str) -> None:
    with translation.override(tongue):
        assert all(said(floor, code) for code in codes())
