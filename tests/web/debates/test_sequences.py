"""Whatever is sent in whatever order, a floor does what a model of a few lines does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dikast.web.account.models import Person
from dikast.web.debates import clock
from dikast.web.debates.models import Debate, Draft
from dikast.web.debates.posting import Sending, send

TURN = 60
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["post", "post", "post", "short", "yield", "answer", "replay", "stale", "expire", "wait"]),
        st.integers(0, 2),
        st.integers(0, 6),
    ),
    max_size=16,
)


@dataclass
class Plain:
    """A floor as the rules describe it."""

    sides: list[str] = field(default_factory=list)
    yielded: list[str] = field(default_factory=list)
    events: int = 2  # joined, opened

    @property
    def due(self) -> str | None:
        if len(set(self.yielded)) == 2:
            return None
        due = "A" if not self.sides or self.sides[-1] == "B" else "B"
        return ("B" if due == "A" else "A") if due in self.yielded else due

    def posted(self, side: str) -> None:
        self.sides.append(side)
        self.yielded = []
        self.events += 1

    def passed(self) -> None:
        self.yielded.append(str(self.due))
        self.events += 1 if self.due else 2  # the floor closes


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_floor_follows_the_model(
    debate: Callable[..., Debate], people: tuple[Person, Person, Person], steps: list[tuple[str, int, int]]
) -> None:
    with transaction.atomic():
        floor, plain, now = debate(turn_seconds=TURN), Plain(), timezone.now()
        for place, (step, who, target) in enumerate(steps):
            now = _step(floor, plain, people, now, f"n{place}", step, who, target)
        floor.refresh_from_db()
        _compare(floor, plain)
        transaction.set_rollback(True)


def _compare(floor: Debate, plain: Plain) -> None:
    posts, events = list(floor.posts.all()), list(floor.events.order_by("number"))
    assert [post.number for post in posts] == list(range(1, len(posts) + 1))
    assert [post.side for post in posts] == plain.sides and floor.posts_count == len(posts)
    assert len({post.nonce for post in posts}) == len(posts)
    assert [event.number for event in events] == list(range(1, plain.events + 1)) and floor.events_count == plain.events
    assert [event.data["post"] for event in events if event.kind == "post"] == [post.number for post in posts]
    ended = "closed" if posts else "withdrawn"
    assert floor.state == ("open" if plain.due else ended) and floor.yielded == plain.yielded
    assert sum(event.kind == "closed" for event in events) == (plain.due is None)
    judging = floor.judgings.first()
    if judging is not None and posts:
        assert (judging.wanted, judging.whole) == (len(posts), plain.due is None)


def _step(
    floor: Debate,
    plain: Plain,
    people: tuple[Person, Person, Person],
    now: datetime,
    nonce: str,
    step: str,
    who: int,
    target: int,
) -> datetime:
    person, side, before = people[who], ("A", "B", "-")[who], len(plain.sides)
    text = f"{nonce} is a text that is long enough to be a post."
    if step in ("expire", "wait"):
        now += timedelta(seconds=TURN if step == "expire" else TURN // 3)
        open_before = plain.due
        struck = clock.strike(now)
        assert struck <= (open_before is not None)
        if struck:
            plain.passed()
        elif step == "expire":
            assert plain.due is None
        return now
    if step == "replay":
        last = floor.posts.last()
        if last is not None and last.person is not None:
            outcome = send(floor, last.person, Sending(last.text, last.text.split()[0], number=last.number), now)
            assert outcome.repeated and outcome.post == last
        return now
    act = {"yield": "yields", "answer": "answers"}.get(step, "opens")
    sending = Sending(
        "" if step == "yield" else "short" if step == "short" else text,
        nonce,
        act,
        target if step == "answer" else None,
        before if step == "stale" else before + 1,
    )
    outcome = send(floor, person, sending, now)
    if step == "yield" and side in plain.yielded:
        assert outcome.repeated and outcome.post is None and not outcome.problems
        return now
    admissible = step in ("post", "yield") or (
        step == "answer" and 0 < target <= before and plain.sides[target - 1] != side
    )
    assert bool(outcome.problems) == (plain.due != side or not admissible), (step, outcome)
    if outcome.problems:
        kept = Draft.objects.filter(debate=floor, person=person).first()
        assert not sending.text or (kept is not None and kept.text == sending.text)
    elif step == "yield":
        plain.passed()
    else:
        assert outcome.post is not None and outcome.post.number == before + 1
        plain.posted(side)
        assert not Draft.objects.filter(debate=floor, person=person).exists()
    return now
