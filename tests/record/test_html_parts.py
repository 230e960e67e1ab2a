"""The parts of a page by themselves: the same as in the page, without style or script, also while a debate runs."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from dikast.record.exporters.html import build, page, sheet
from dikast.record.exporters.parts import article, part, parts
from dikast.record.exporters.source import Source

sys.path.insert(0, str(Path(__file__).parents[1] / "plain"))
import html_cases

GRAPH, FLOOR = html_cases.graph_case(), html_cases.floor_case()


def test_the_parts_are_the_page_and_hold_no_style_or_script() -> None:
    for case in (GRAPH, FLOOR):
        whole, made = page(case), parts(case)
        for field in fields(made):
            one = str(getattr(made, field.name))
            assert one in whole, field.name
            assert not re.search(r"\sstyle=|<style|<script|\son\w+=", one), field.name
    assert parts(FLOOR).flow == "" and parts(GRAPH).floor == "" and parts(GRAPH).trouble == ""


def test_the_one_sheet_gives_every_place_that_a_part_names() -> None:
    rules = sheet()
    for place in set(re.findall(r"\b(?:at|span|row|deep|columns)-\d+\b", str(parts(GRAPH).flow))):
        assert f".{place}{{" in rules, place


def test_every_post_and_speech_stands_alone_as_in_the_page() -> None:
    for case in (GRAPH, FLOOR):
        view, voice = build(Source(case))
        for number in range(1, view.number + 1):
            one = article(view, voice, number)
            assert f'id="speech-{number}"' in one and str(one).strip() in page(case)


def _so_far(case: dict[str, Any], speeches: int) -> dict[str, Any]:
    """Return a graph case as it stood when the judge had read the first speeches, before it was counted."""
    heard = {one["id"] for one in case["speeches"][:speeches]}
    moves = [one for one in case["moves"] if one["speech"] in heard]
    answered = {one.get("target") for one in moves if one["kind"] == "defense"}
    settled = [one for one in case["resolutions"] if one["rebuttal"] in answered]
    left_out = ("rulings", "seal", "feedback")
    kept = {key: value for key, value in case.items() if key not in left_out}
    return {**kept, "speeches": case["speeches"][:speeches], "moves": moves, "resolutions": settled}


def test_a_running_match_shows_its_threads_without_fates_or_missing_answers() -> None:
    made = parts(_so_far(GRAPH, 3), "en", running=True)
    assert "columns-3" in made.flow and made.flow.count("with the judge") == made.flow.count('<li class="row">')
    assert 'class="sums"' not in made.flow and made.ledger == "" and made.momentum == ""
    body = str(made.flow).split('class="rows"', 1)[1]
    assert "no answer" not in body


def test_an_attack_is_unanswered_only_when_its_answer_was_due() -> None:
    case = html_cases.ruled(_so_far(GRAPH, 3))
    view, _ = build(Source(case), "en", running=True)
    ended, _ = build(Source(case), "en")
    assert view.flow is not None and ended.flow is not None

    def missing(flow: Any) -> set[str]:
        return {
            stop.step.id for group in flow.groups for row in group.rows for stop in row.stops if stop.mark == "dropped"
        }

    last = [one["id"] for one in case["moves"] if one["speech"] == case["speeches"][2]["id"]]
    assert missing(view.flow) == missing(ended.flow) - set(last) and missing(ended.flow) & set(last)


def test_a_post_not_yet_read_is_with_the_judge_and_its_points_are_open() -> None:
    last = FLOOR["speeches"][-1]["id"]
    unread = {**FLOOR, "readings": [[one for one in FLOOR["readings"][0] if one["post"] != last]]}
    view, voice = build(Source(unread), "en", running=True)
    waiting = article(view, voice, len(FLOOR["speeches"]))
    assert waiting.count('class="cell-hollow"') == 3 and "with the judge" in waiting and "cell-full" not in waiting
    rail = part(view, voice, "points")
    assert "<span>Open</span>" in rail and "sign-point-open" in rail and "Stands" not in rail
    fault = {
        **unread,
        "faults": [{"question": "post/1", "about": [last], "kind": "refused", "message": "", "tries": 1}],
    }
    assert "with the judge" not in page(fault, "en")


@pytest.mark.parametrize(("number", "shown"), [(1, False), (2, True)])
def test_points_by_speaker_stand_in_the_facts_of_team_debates(number: int, shown: bool) -> None:
    team = [{"speaker": f"Speaker {one}", "points": "30.5", "speeches": []} for one in range(number)]
    ruling = {**GRAPH["rulings"][0], "speakers": {"A": team, "B": [{"speaker": "", "points": 59, "speeches": []}]}}
    head = parts({**GRAPH, "rulings": [ruling]}, "en").head
    assert ("Points by speaker" in head) == shown and ('<b dir="ltr">30.5</b>' in head) == shown
    assert ("unnamed" in head) == shown


def test_what_is_stable_is_said_of_the_margin_and_of_the_reading_shown() -> None:
    head = parts(GRAPH, "en").head
    assert "That is the margin alone" in head and "Looked for in the reading" not in head
    ruling = {**FLOOR["rulings"][0], "shown": 2, "turns_on": GRAPH["rulings"][0]["turns_on"]}
    read = parts({**FLOOR, "readings": FLOOR["readings"] * 3, "rulings": [ruling]}, "en").head
    assert "Looked for in the reading shown, number 2 of 3." in read
