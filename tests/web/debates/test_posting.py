"""What is let onto a floor, what is not, and what becomes of a text that is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from dikast.web.account.models import Person
from dikast.web.debates import clock
from dikast.web.debates.models import Debate, Draft
from dikast.web.debates.posting import Outcome, Sending, send
from dikast.web.debates.records import rules_of

People = tuple[Person, Person, Person]
TEXT = "Cars take the room that people need to meet each other."


def codes(outcome: Outcome) -> list[str]:
    return [problem.code for problem in outcome.problems]


def test_a_post_is_kept_to_the_letter_and_with_what_it_names(floor: Debate, people: People) -> None:
    ana, ben, _ = people
    odd = "  \u202eGrüße\u200b\r\n\r\n<b>شكرا</b> {0} %s {{ x }} 👩‍👩‍👧 is what I say here  "
    first = send(floor, ana, Sending(odd, "n1")).post
    answer = send(floor, ben, Sending(TEXT, "n2", "answers", 1)).post
    assert first is not None and answer is not None
    first.refresh_from_db()
    assert (first.text, first.number, first.side, first.speaker, first.answers) == (odd, 1, "A", "Ana", None)
    assert (answer.number, answer.side, answer.answers, answer.concedes) == (2, "B", 1, None)


def test_the_same_sending_is_one_post_whoever_stands_between(floor: Debate, people: People) -> None:
    ana, ben, _ = people
    first = send(floor, ana, Sending(TEXT, "n1", number=1))
    send(floor, ben, Sending(TEXT, "n2", number=2))
    again = send(floor, ana, Sending(TEXT, "n1", number=1))
    assert again.repeated and again.post == first.post and floor.posts.count() == 2


def test_another_text_from_a_form_that_made_its_post_is_kept_and_not_posted(floor: Debate, people: People) -> None:
    ana, ben, _ = people
    send(floor, ana, Sending(TEXT, "n1"))
    send(floor, ben, Sending(TEXT, "n2"))
    assert codes(send(floor, ana, Sending(f"{TEXT} And more.", "n1"))) == ["posting.moved-on"]
    assert floor.posts.count() == 2 and Draft.objects.get(person=ana).text == f"{TEXT} And more."


def test_two_people_may_have_the_same_nonce(floor: Debate, people: People) -> None:
    ana, ben, _ = people
    posts = [send(floor, person, Sending(TEXT, "n1")).post for person in (ana, ben)]
    assert [post and post.number for post in posts] == [1, 2]


@pytest.mark.parametrize("nonce", ["", "x" * 100_000, "\x00", "\ud800", "'; DROP TABLE post"])
def test_any_nonce_is_taken(floor: Debate, people: People, nonce: str) -> None:
    ana, ben, _ = people
    for number in range(1, 5):
        send(floor, (ben, ana)[number % 2], Sending(f"{TEXT} {number}", f"{nonce}{number}" if nonce else ""))
    assert floor.posts.count() == 4


@pytest.mark.parametrize(
    ("sending", "code"),
    [
        (Sending("Too short.", "n"), "rules.too-short"),
        (Sending("word " * 1001, "n"), "rules.too-long"),
        (Sending(f"{TEXT}\x00", "n"), "text.unstorable"),
        (Sending(f"{TEXT}\udc00", "n"), "text.unstorable"),
        (Sending(TEXT, "n", "sings"), "posting.unknown-act"),
        (Sending(TEXT, "n", "answers"), "posting.no-target"),
        (Sending(TEXT, "n", "answers", 7), "rules.unknown-post"),
        (Sending(TEXT, "n", "answers", -(10**30)), "rules.unknown-post"),
        (Sending(TEXT, "n", "concedes", 10**30), "rules.unknown-post"),
        (Sending(TEXT, "n", "clarifies", 0), "rules.unknown-post"),
        (Sending(TEXT, "n", "yields"), "rules.yield-with-text"),
        (Sending(TEXT, "n", number=2), "posting.moved-on"),
        (Sending(TEXT, "n", number=-1), "posting.moved-on"),
    ],
)
def test_a_refused_text_stays_with_its_author(floor: Debate, people: People, sending: Sending, code: str) -> None:
    assert set(codes(send(floor, people[0], sending))) == {code}
    kept = Draft.objects.get(debate=floor, person=people[0])
    assert kept.text == sending.text.replace("\x00", "").replace("\udc00", "")
    assert not floor.posts.exists() and not floor.events.filter(kind="post").exists()


def test_a_post_takes_the_draft_with_it_and_an_empty_refusal_does_not(floor: Debate, people: People) -> None:
    ana, _, _ = people
    send(floor, ana, Sending("Too short.", "n1"))
    send(floor, ana, Sending("", "n2"))
    assert Draft.objects.get(person=ana).text == "Too short."
    send(floor, ana, Sending(TEXT, "n3"))
    assert not Draft.objects.filter(person=ana).exists()


def test_who_has_no_seat_no_turn_or_no_opponent_is_told_so(floor: Debate, people: People) -> None:
    _, ben, chloe = people
    assert codes(send(floor, chloe, Sending(TEXT, "n"))) == ["posting.no-seat"]
    assert codes(send(floor, ben, Sending(TEXT, "n"))) == ["rules.not-your-turn"]
    Debate.objects.filter(pk=floor.pk).update(state="waiting")
    assert codes(send(floor, people[0], Sending(TEXT, "n"))) == ["posting.not-open"]
    assert not floor.posts.exists()


def test_a_yield_passes_the_turn_and_two_close_the_floor(floor: Debate, people: People) -> None:
    ana, ben, _ = people
    send(floor, ana, Sending(TEXT, "n1"))
    send(floor, ben, Sending("", "n2", "yields"))
    send(floor, ana, Sending("  ", "n3", "yields"))
    floor.refresh_from_db()
    assert (floor.state, floor.closed_by, floor.yielded) == ("closed", "yields", ["B", "A"])
    assert codes(send(floor, ana, Sending(TEXT, "n4"))) == ["rules.floor-closed"]
    judging = floor.judgings.get()
    assert (judging.wanted, judging.whole, judging.method) == (1, True, "rubric/1")


def test_a_floor_on_which_nothing_was_said_is_taken_down(floor: Debate, people: People) -> None:
    for number, person in enumerate(people[:2]):
        send(floor, person, Sending("", f"n{number}", "yields"))
    floor.refresh_from_db()
    assert (floor.state, floor.closed_by) == ("withdrawn", "yields") and not floor.judgings.filter(whole=True).exists()


def test_a_match_goes_through_its_speeches_and_closes(match: Debate, people: People) -> None:
    for number, turn in enumerate(rules_of(match).turns, 1):
        speaker, listener = people[:2] if turn.side == "A" else people[1::-1]
        text = "word " * (turn.length.min_words or 1) + "and now you have heard it all"
        assert codes(send(match, listener, Sending(text, "n", number=number))) == ["rules.not-your-turn"]
        assert not send(match, speaker, Sending(text, f"n{number}", number=number)).problems
    match.refresh_from_db()
    assert (match.state, match.closed_by, match.posts_count) == ("closed", "turns", 6)
    assert codes(send(match, people[0], Sending("", "y", "yields"))) == ["rules.floor-closed"]


def test_an_expired_turn_is_a_yield_on_a_floor_and_a_forfeit_in_a_match(people: People, debate) -> None:
    later = timezone.now() + timedelta(seconds=61)
    timed, duel = debate(turn_seconds=60), debate(turn_seconds=60, format="six-speech")
    assert codes(send(timed, people[0], Sending(TEXT, "n"), later)) == ["rules.deadline-passed"]
    assert clock.strike(later) == 2 and clock.strike(later) == 0
    timed.refresh_from_db()
    duel.refresh_from_db()
    assert (timed.state, timed.yielded) == ("open", ["A"])
    assert (duel.state, duel.closed_by, duel.forfeited) == ("forfeited", "forfeit", "A")
    assert timed.due_at is not None and timed.due_at >= later + timedelta(seconds=60)
    assert not duel.judgings.filter(whole=True).exists()


def test_preparation_is_added_to_the_first_turn_alone(people: People, debate) -> None:
    timed = debate(turn_seconds=60, preparation_seconds=600)
    assert (timed.due_at - timed.opened_at).total_seconds() == pytest.approx(660)
    now = timezone.now()
    send(timed, people[0], Sending(TEXT, "n"), now)
    timed.refresh_from_db()
    assert (timed.due_at - now).total_seconds() == pytest.approx(60)


def test_a_floor_closes_at_its_hour(people: People, debate) -> None:
    hour = timezone.now() + timedelta(hours=1)
    timed = debate(closes_at=hour)
    send(timed, people[0], Sending(TEXT, "n1"))
    assert codes(send(timed, people[1], Sending(TEXT, "n2"), hour)) == ["rules.deadline-passed"]
    assert clock.strike(hour) == 1
    timed.refresh_from_db()
    assert (timed.state, timed.closed_by) == ("closed", "deadline")
    assert Draft.objects.get(person=people[1]).text == TEXT


def test_a_side_that_has_yielded_yields_once_more_without_an_effect(floor: Debate, people: People) -> None:
    ana, ben, _ = people
    send(floor, ana, Sending(TEXT, "n1"))
    assert not send(floor, ben, Sending("", "n2", "yields", number=2)).repeated
    again = send(floor, ben, Sending("", "n2", "yields", number=2))
    assert again.repeated and not again.problems and floor.events.filter(kind="yield").count() == 1
    send(floor, ana, Sending(f"{TEXT} And more.", "n3"))
    assert codes(send(floor, ana, Sending("", "n4", "yields"))) == ["rules.not-your-turn"]
    floor.refresh_from_db()
    assert (floor.state, floor.yielded) == ("open", [])


def test_a_clock_that_jumps_costs_nobody_a_turn(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    struck: list[float] = []
    monkeypatch.setattr(clock, "strike", lambda: struck.append(steady) or 1)
    wall, steady = 1_000_000.0, 50.0
    here = clock.Clock(lambda: wall, lambda: steady)
    assert here.strike() == 1
    wall += 86_400  # a day ahead, and back a minute later
    assert here.strike() == 0 and "jumped by 86400 s" in caplog.text
    wall, steady = wall - 86_400 + 60, steady + 60
    assert here.strike() == 0
    wall, steady = wall + clock.PAUSE + 1, steady + clock.PAUSE + 1
    assert here.strike() == 1 and len(struck) == 2
    wall, steady = wall + 3.0, steady + 1.0  # corrected by a little
    assert here.strike() == 1
