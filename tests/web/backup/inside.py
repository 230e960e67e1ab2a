"""Work inside a platform, done in a process of its own: `python inside.py WORK …`, settings from the environment.

What it finds is printed as JSON.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ["DJANGO_SETTINGS_MODULE"] = "dikast.web.configuration"

import django

django.setup(set_prefix=False)

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from dikast.perception.providers.gullible import GullibleJudge  # noqa: E402
from dikast.record.seal import seal  # noqa: E402
from dikast.settings import Settings  # noqa: E402
from dikast.web.account.models import Person  # noqa: E402
from dikast.web.debates import examples, finding, opening, seating  # noqa: E402
from dikast.web.debates.away import patient  # noqa: E402
from dikast.web.debates.models import Debate, Event, Judging, Post, Seat  # noqa: E402
from dikast.web.debates.posting import Sending, send  # noqa: E402
from dikast.web.worker import open_worker  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
TEXT = "This is what I have to say about it, and it is long enough."


def floor(name: str) -> tuple[Debate, list[Person]]:
    people = [Person.objects.guest(f"{who} {name}") for who in ("Ana", "Ben")]
    made = opening.start(people[0], opening.Wish(f"Motion {name}", "open-floor", "gullible", "A"), ("gullible",))
    seating.take(made.seats.get(side="B").key, people[1])
    return made, people


def migrate(*target: str) -> None:
    """Make the tables, or those of one application up to a migration."""
    call_command("migrate", *target, interactive=False, verbosity=0)


def fill() -> None:
    """Make the tables, put in the examples, and a floor that has closed."""
    migrate()
    examples.load(EXAMPLES)
    made, people = floor("closed")
    for n in range(3):
        assert not send(made, people[n % 2], Sending(f"{TEXT} {n}", f"n{n}")).problems
    for n in (1, 0):
        assert not send(made, people[n], Sending("", f"y{n}", "yields")).problems


def bulk(number: str, seconds: str) -> dict[str, int]:
    """Make the tables and fill them with ruled debates, half of them held on floors; stop after some seconds."""
    migrate()
    cases = [json.loads(file.read_text("utf-8")) for file in sorted(EXAMPLES.glob("*.case.json"))]
    people = [Person.objects.guest(f"Guest {n}") for n in range(100)]
    made, until = 0, time.monotonic() + float(seconds)
    while made < int(number) and time.monotonic() < until:
        with transaction.atomic():
            for n in range(made, min(made + 100, int(number))):
                held(variant(cases[n % len(cases)], n), people[n % 99 : n % 99 + 2] if n % 2 else [])
                made += 1
    return {"debates": made}


def variant(case: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a case like `case`, about another motion, with other words at its end, sealed anew."""
    text = f"{case['speeches'][-1]['text']} That is all I have to say, for the {number}th time."
    changed = {**case, "motion": f"{case['motion']} ({number})"}
    changed["speeches"] = [*case["speeches"][:-1], {**case["speeches"][-1], "text": text}]
    return seal({name: value for name, value in changed.items() if name not in ("seal", "record")})


def held(case: dict[str, Any], people: list[Person]) -> None:
    """File a case as a debate: held by `people` on a floor, or without them a transcript."""
    now = timezone.now()
    debate = examples._debate(case, now, featured=False)
    examples._judging(debate, case, now)
    words = [(debate.pk, 0, finding.folded(case["motion"]))]
    words += [(debate.pk, n, finding.folded(speech["text"])) for n, speech in enumerate(case["speeches"], 1)]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO debates_words (debate, place, words) VALUES (%s, %s, %s)", words)
    if not people:
        return
    count = len(case["speeches"])
    Debate.objects.filter(pk=debate.pk).update(origin="floor", document=None, events_count=count)
    Seat.objects.bulk_create(
        Seat(debate=debate, side=side, person=person) for side, person in zip("AB", people, strict=True)
    )
    Post.objects.bulk_create(
        Post(debate=debate, number=n, side=speech["side"], person=people[speech["side"] == "B"], text=speech["text"],
             speaker=speech.get("speaker") or "", nonce=f"n{n}", accepted_at=now)
        for n, speech in enumerate(case["speeches"], 1)
    )  # fmt: skip
    Event.objects.bulk_create(
        Event(debate=debate, number=n, kind="post", data={"post": n}) for n in range(1, count + 1)
    )


def write(name: str) -> None:
    """Post on floor after floor until killed; print the mark of each post once it is on the record."""
    for number in range(1000):
        made, people = floor(f"{name} {number}")
        for n in range(20):
            mark = f"{name}.{number}.{n}"
            outcome = send(made, people[n % 2], Sending(f"{TEXT} {mark}", f"n{n}"))
            assert outcome.post is not None, outcome
            print(mark, flush=True)
            time.sleep(0.005)


def judge(answers: str) -> dict[str, Any]:
    """Judge everything, but die without a word once the judge was asked more than `answers` questions."""
    asked = 0

    class Mortal(GullibleJudge):
        async def answer(self, request: Any, *, reading: int, attempt: int) -> Any:
            nonlocal asked
            if asked >= int(answers):
                os._exit(9)
            asked += 1
            return await super().answer(request, reading=reading, attempt=attempt)

    async def work() -> None:
        worker = open_worker(Settings(), "inside", lambda spec: Mortal(1))
        running = asyncio.create_task(worker.run())
        for _ in range(600):
            if not await asyncio.to_thread(patient(Judging.objects.filter(ruled=False, whole=True).exists)):
                break
            await asyncio.sleep(0.05)
        worker.stopping.set()
        await running

    asyncio.run(work())
    return {"asked": asked, "ruled": not Judging.objects.filter(ruled=False, whole=True).exists()}


def look() -> dict[str, Any]:
    """Say what is there: floors with a gap, posts' marks, judgings held, rows of each table."""
    gaps = []
    for debate in Debate.objects.all():
        for counted, model in ((debate.posts_count, Post), (debate.events_count, Event)):
            numbers = list(model.objects.filter(debate=debate).order_by("number").values_list("number", flat=True))
            if numbers != list(range(1, counted + 1)) and debate.document is None:
                gaps.append(debate.slug)
    return {
        "gaps": gaps,
        "marks": [text.rsplit(" ", 1)[1] for text in Post.objects.values_list("text", flat=True)],
        "held": Judging.objects.filter(running=True).count(),
        "tables": {table: sorted(digests(table)) for table in tables()},
    }


def tables() -> list[str]:
    names = connection.introspection.table_names()
    return sorted(name for name in names if name == "debates_words" or not name.startswith("debates_words"))


def digests(table: str) -> Iterator[str]:
    """Yield a digest of each row of a table."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
        while rows := cursor.fetchmany(500):
            for row in rows:
                yield hashlib.sha256(repr(row).encode()).hexdigest()[:32]


#: What can be asked for.
WORKS: dict[str, Callable[..., Any]] = {work.__name__: work for work in (migrate, fill, bulk, write, judge, look)}

if __name__ == "__main__":
    work, *given = sys.argv[1:]
    found = WORKS[work](*given)
    if found is not None:
        print(json.dumps(found))
