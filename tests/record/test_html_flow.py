"""The flow and the chart of random debates: the rows add up to the ruling, and nothing stands outside its place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.record.exporters.chart import momentum
from dikast.record.exporters.flow import flow
from dikast.record.exporters.passages import Ref, pieces
from dikast.record.exporters.source import Source

sys.path.insert(0, str(Path(__file__).parents[1] / "plain"))
import html_cases


@st.composite
def debates(draw: st.DrawFn) -> dict[str, object]:
    """Return a ruled graph debate of few speeches in which every kind of move may occur."""
    speeches = [{"id": f"s{n}", "side": "AB"[n % 2]} for n in range(draw(st.integers(3, 7)))]
    moves: list[dict[str, object]] = []
    defended: set[str] = set()
    for number in range(draw(st.integers(1, 14))):
        place = draw(st.integers(0, len(speeches) - 1)) if number else 0
        speech = speeches[place]
        before = [one for one in moves if int(str(one["speech"])[1:]) < place]
        claims = [one["id"] for one in before if one["kind"] == "claim" and one["side"] != speech["side"]]
        attacks = [one["id"] for one in before if one["kind"] == "rebuttal" and one["side"] != speech["side"]]
        kind, target = "claim", None
        if claims and draw(st.booleans()):
            kind, target = "rebuttal", draw(st.sampled_from(claims))
        elif attacks and draw(st.booleans()):
            kind, target = draw(st.sampled_from(("defense", "concession"))), draw(st.sampled_from(attacks))
            if kind == "defense":
                defended.add(str(target))
        move = {"id": f"m{number}", "speech": speech["id"], "side": speech["side"], "kind": kind}
        if target is None:
            move["weight"] = draw(st.sampled_from(("substantive", "framing")))
        moves.append(move | ({"target": target} if target else {}))
    outcomes = st.sampled_from(("held", "dented", "broke"))
    document = {
        "dikast": 1,
        "method": "graph/1",
        "motion": "M",
        "sides": {"A": {"name": "For"}, "B": {"name": "Against"}},
        "speeches": speeches,
        "moves": [{key: value for key, value in one.items() if key != "side"} for one in moves],
        "resolutions": [{"rebuttal": one, "outcome": draw(outcomes)} for one in sorted(defended)],
    }
    return html_cases.ruled(document)


@given(debates())
def test_the_rows_add_up_to_the_totals_and_every_move_stands_once_in_its_column(document: dict[str, object]) -> None:
    source = Source(document)
    assert source.ruling is not None
    laid = flow(source)
    totals = {"A": 0, "B": 0}
    seen = []
    for group in laid.groups:
        for row in group.rows:
            totals[group.side] += int(row.points)
            if row.credit is not None:
                totals[row.credit.side] += int(row.credit.points)
            cells = [(stop.column, stop.row) for stop in row.stops]
            assert cells == sorted(set(cells))
            for stop in row.stops:
                assert stop.column >= 1 and stop.column + stop.span - 1 <= laid.columns and stop.row <= row.depth
                if stop.mark == "dropped":
                    assert stop.step.turn.number <= stop.column and source.outcomes[stop.step.id] == "dropped"
                else:
                    assert stop.column == stop.step.turn.number
                    seen.append(stop.step.id)
    assert totals == source.ruling["totals"]
    assert [str(total) for total in totals.values()] == [one.total for one in laid.sums]
    assert sorted(seen) == sorted(step.id for step in source.steps)


@given(debates(), st.booleans())
def test_the_chart_stays_on_its_paper_and_ends_on_the_score(document: dict[str, object], rtl: bool) -> None:
    source = Source(document)
    drawn = momentum(source, rtl)
    assert source.ruling is not None and drawn is not None
    assert drawn.values[-1][1] == source.ruling["scoreline"]["A"]
    for chart in drawn.charts:
        across = [point.x for point in chart.points]
        assert across == sorted(across, reverse=rtl) and min(across) > 0 and max(across) < chart.width
        for point in chart.points:
            assert point.y == round(chart.bottom - (chart.bottom - chart.top) * point.share / 100)
            assert point.label_y is None or 0 < point.label_y < chart.height
        assert sum(segment.key for segment in chart.segments) == (drawn.key is not None)
        assert not any(segment.faint and segment.key for segment in chart.segments)


@given(st.text(max_size=40), st.data())
def test_pieces_join_to_the_text_and_mark_exactly_the_quoted_places(text: str, data: st.DataObject) -> None:
    bounds = st.integers(0, len(text))
    spans = [sorted(data.draw(st.tuples(bounds, bounds))) for _ in range(data.draw(st.integers(0, 4)))]
    refs = [Ref(start, end, "R1", "words-1", "move-1") for start, end in spans if start < end]
    cut = pieces(text, refs)
    assert "".join(piece.text for piece in cut) == text
    place = 0
    for piece in cut:
        for offset in range(place, place + len(piece.text)):
            assert piece.marked == any(ref.start <= offset < ref.end for ref in refs)
        place += len(piece.text)
    assert sum(len(piece.opens) for piece in cut) == sum(len(piece.closes) for piece in cut) == len(refs)


def test_the_invented_debate_shows_a_missing_answer_where_it_was_due() -> None:
    laid = flow(Source(html_cases.graph_case()))
    row = next(row for group in laid.groups for row in group.rows if row.claim.label == "B2")
    assert [(stop.mark, stop.column) for stop in row.stops] == [("claim", 2), ("attack", 3), ("dropped", 4)]
    assert [stop.dotted for stop in row.stops] == [False, False, True]
    labels = [[stop.step.label for stop in row.stops] for row in laid.groups[0].rows]
    assert labels[0] == ["A1", "R1", "D1", "R1", "D1"]


@pytest.mark.parametrize(("speeches", "claims", "wide", "folded"), [(8, 40, False, False), (9, 41, True, True)])
def test_long_debates_scroll_and_many_claims_fold(speeches: int, claims: int, wide: bool, folded: bool) -> None:
    document = {
        "dikast": 1,
        "method": "graph/1",
        "motion": "M",
        "sides": {"A": {"name": "For"}, "B": {"name": "Against"}},
        "speeches": [{"id": f"s{n}", "side": "AB"[n % 2]} for n in range(speeches)],
        "moves": [{"id": f"c{n}", "speech": "s0", "kind": "claim"} for n in range(claims)],
        "resolutions": [],
    }
    laid = flow(Source(html_cases.ruled(document)))
    assert (laid.wide, laid.folded) == (wide, folded)
