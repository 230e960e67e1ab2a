"""The page of a case: what it says, that it holds together, and that it asks for nothing."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from dikast.record.exporters.html import page

sys.path.insert(0, str(Path(__file__).parents[1] / "plain"))
import html_cases

CASES = {"graph": html_cases.graph_case(), "floor": html_cases.floor_case(), "arabic": html_cases.arabic_case()}


class Read(HTMLParser):
    """A page as read: its tags in order, its ids and inner links, and its visible text."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.misnested: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given["href"]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.misnested.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


@pytest.mark.parametrize("name", CASES)
def test_every_tag_closes_every_id_is_unique_and_every_link_leads_somewhere(name: str) -> None:
    read = Read(page(CASES[name]))
    assert not read.misnested and not read.open
    assert len(read.ids) == len(set(read.ids))
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    assert all(link.startswith("#") for link in read.links)


@pytest.mark.parametrize("name", CASES)
def test_same_document_gives_the_same_bytes_and_the_document_is_left_alone(name: str) -> None:
    before = repr(CASES[name])
    assert page(CASES[name]) == page(dict(reversed(CASES[name].items())))
    assert repr(CASES[name]) == before


def test_the_ruling_stands_in_words() -> None:
    text = Read(page(CASES["graph"])).text
    for words in (
        "Proposition is ahead, 54–46",
        "Stable. The shares are 8 apart; 6 or fewer would be too close to call.",
        "On points: 69 to 59.",
        "Proposition 69 = 47 for its claims + 22 for its attacks",
        "Opposition 59 = 37 for its claims + 22 for its attacks",
        "One answer. Had Proposition’s defense of A1 against R1 "
        "been read as dented instead of held, Opposition would be ahead, 64 points to 60, too close to call.",
        "Three other ways with as few changes would also be enough.",
        "12, all quotes found",
        "Speech 3 moved the line from 29 to 68.",
        "framing claim, survived: keeps 60% of 30",
    ):
        assert words in text, words
    for banned in ("wins", "loses", "crush", "!", "probability"):
        assert banned not in text


def test_all_ten_marks_are_in_the_flow_not_only_in_the_legend() -> None:
    flow = page(CASES["graph"]).split('class="rows"', 1)[1]
    for sign in (
        "disc",
        "ring",
        "attack turns",
        "renewal turns",
        "held",
        "dented",
        "broke",
        "dropped",
        "flag turns-not",
        "set-aside",
        "hourglass",
    ):
        assert f'class="sign sign-{sign}"' in flow, sign


def test_the_quoted_words_are_marked_in_the_speech_and_lead_back() -> None:
    text = page(CASES["graph"])
    move = next(one for one in CASES["graph"]["moves"] if one["id"] == "r4")
    assert f"<mark>{move['quote']}</mark>" in text
    node = re.search(
        r'<a class="node" id="(move-\d+)" href="#(words-\d+)">(?:(?!</a>).)*Mill Lane gets a bollard', text, re.S
    )
    assert node is not None
    assert f'id="{node[2]}"' in text and f'href="#{node[1]}"' in text


def test_a_debate_without_a_ruling_says_that_a_person_is_needed_and_shows_no_figures() -> None:
    document = {key: value for key, value in CASES["graph"].items() if key != "rulings"}
    fault = {
        "question": "resolution/1",
        "about": ["r1"],
        "kind": "cut-off",
        "message": "The answer stopped.",
        "tries": 3,
    }
    text = page({**document, "faults": [fault]})
    assert "Not judged: needs a person" in Read(text).text and "cut-off" in text and "3 tries" in Read(text).text
    assert 'class="bar"' not in text and "The flow" not in Read(text).text
    # Faults outweigh a ruling that should not be there.
    assert "54–46" not in Read(page({**CASES["graph"], "faults": [fault]})).text


def test_a_hand_made_case_without_texts_quotes_or_names_renders() -> None:
    document = html_cases.ruled(
        {
            "dikast": 1,
            "method": "graph/1",
            "motion": "",
            "sides": {"A": {"name": "For"}, "B": {"name": "Against"}},
            "speeches": [
                {"id": "s1", "side": "A"},
                {"id": "s2", "side": "B"},
                {"id": "s3", "side": "A"},
                {"id": "s4", "side": "B"},
            ],
            "moves": [
                {"id": "c1", "speech": "s1", "kind": "claim", "weight": "substantive"},
                {"id": "r1", "speech": "s2", "kind": "rebuttal", "target": "c1"},
                {"id": "d1", "speech": "s3", "kind": "defense", "target": "r1"},
            ],
            "resolutions": [{"rebuttal": "r1", "outcome": "held"}],
        }
    )
    read = Read(page(document))
    assert "For is ahead, 75–25" in read.text and "The file does not hold this text." in read.text
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)


def _ruling(**changed: Any) -> dict[str, Any]:
    document = CASES["graph"]
    return {**document, "rulings": [{**document["rulings"][0], **changed}]}


@pytest.mark.parametrize(
    ("changed", "words", "bar"),
    [
        (
            {"totals": {"A": 61, "B": 61}, "scoreline": {"A": 50, "B": 50}, "winner": "draw", "call": "too_close"},
            "A draw, 61 points each",
            "scoreline level",
        ),
        (
            {"totals": {"A": 64, "B": 60}, "scoreline": {"A": 52, "B": 48}, "call": "too_close"},
            "Too close to call: 52–48",
            "scoreline level",
        ),
        (
            {"totals": {"A": 0, "B": 0}, "scoreline": {"A": 50, "B": 50}, "winner": "draw", "ledger": []},
            "No points yet",
            None,
        ),
        ({"agreement": {"readings": 3, "agree": 2}}, "Contested: readings split 2 of 3.", "scoreline ahead"),
    ],
)
def test_close_results_and_splits_look_different(changed: dict[str, Any], words: str, bar: str | None) -> None:
    text = page(_ruling(**changed))
    assert words in Read(text).text
    assert bar is None or f'class="{bar}"' in text
    assert ('class="bar"' in text) == (bar is not None)


def test_an_amended_ruling_strikes_the_old_figures_and_keeps_every_version() -> None:
    first = CASES["graph"]["rulings"][0]
    ledger = [{**line, "amount": 9} if line["move"] == "c1" else line for line in first["ledger"]]
    second = {**first, "version": 2, "scoreline": {"A": 50, "B": 50}, "totals": {"A": 60, "B": 59}, "ledger": ledger}
    change = {
        "id": "a1",
        "target": {"kind": "resolution", "rebuttal": "r1", "reading": 1},
        "field": "outcome",
        "from": "held",
        "to": "dented",
        "who": "R. Amsel",
        "when": "2026-05-03T10:00:00Z",
        "why": "The budget was not answered.",
    }
    text = page({**CASES["graph"], "rulings": [first, second], "amendments": [change]})
    assert "<s>+18</s> <b>+9</b>" in text
    assert "Version 2, amended: The budget was not answered." in Read(text).text
    assert (
        '<s><span class="pair">54–46</span></s>' in text
        and "Version 1" in text
        and "resolution R1, outcome: held dented" in Read(text).text
    )


def test_the_floor_shows_classes_scores_flags_and_what_became_of_points() -> None:
    text = page(CASES["floor"])
    words = Read(text).text
    for expected in (
        "Against is ahead, 40–60",
        "Contested: the judge’s own finding differs. Read whole, it found for For",
        "Hasty generalisation, minor, −0.5",
        "0.4×6 + 0.3×4 + 0.3×8 − 0.5×1 = 5.5",
        "P4 was conceded: its quality again",
        "Does not engage",
        "Concedes P4",
        "On points: 22.55 to 33.5.",
    ):
        assert expected in words, expected
    assert '<span class="wavy">So working people plainly manage.</span>' in text
    assert text.count('class="cell-full"') == sum(
        sum(one["scores"].values()) for one in CASES["floor"]["readings"][0] if one["class"] != "concession"
    )


def test_an_arabic_debate_has_an_arabic_page_without_english_words() -> None:
    text = page(CASES["arabic"])
    assert '<html lang="ar" dir="rtl">' in text and 'lang="en"' not in text.replace(
        '<b lang="en" dir="ltr">Dikast</b>', ""
    )
    assert 'طرف <bdi>المؤيد</bdi> متقدّم، <span class="pair">79 مقابل 21</span>' in text


def test_a_right_to_left_debate_in_another_language_keeps_english_words_in_order() -> None:
    text = page({**CASES["arabic"], "lang": "fa"})
    assert '<html lang="fa" dir="rtl">' in text
    assert '<span lang="en" dir="ltr"><bdi>المؤيد</bdi> is ahead, <span class="pair">79–21</span></span>' in text
    by_letters = page({key: value for key, value in CASES["arabic"].items() if key != "lang"})
    assert '<html lang="und" dir="rtl">' in by_letters


@pytest.mark.parametrize(("tongue", "facing"), [("en", "ltr"), ("ar", "rtl"), ("es", "ltr"), ("de", "ltr")])
@pytest.mark.parametrize("name", CASES)
def test_a_chosen_language_turns_the_page_its_way_and_leaves_no_gap(name: str, tongue: str, facing: str) -> None:
    text = page(CASES[name], tongue)
    assert f'<html lang="{tongue}" dir="{facing}">' in text
    assert not re.search(r"\{\w+\}", Read(text).text.replace("{title}", "")), "a placeholder was not filled"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            ("score", "p1", "7", "3", "logic"),
            "Had Logic of P1 been read as 3 instead of 7, For would be ahead, 40 points",
        ),
        (
            ("fallacy", "p4", "minor", "", "hasty-generalisation"),
            "Had Hasty generalisation in P4 been read as no fallacy instead of minor, For",
        ),
        (("engagement", "p3", "false", "true", ""), "P3 been read as engaging what it answers instead of passing by"),
    ],
)
def test_each_kind_of_change_has_its_words(change: tuple[str, ...], words: str) -> None:
    one = dict(zip(("kind", "ref", "before", "after", "field"), change, strict=True))
    result = {"finding": "A", "totals": {"A": "40", "B": "30.5"}}
    turns = {"smallest": 1, "count": 1, "all_counted": True, "sets": [[one]], "results": [result]}
    ruling = {**CASES["floor"]["rulings"][0], "turns_on": turns}
    assert words in Read(page({**CASES["floor"], "rulings": [ruling]})).text
