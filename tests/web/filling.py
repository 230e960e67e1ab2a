"""Floors with many posts, for what must not grow with them."""

from __future__ import annotations

from django.utils import timezone

from dikast.web.account.models import Person
from dikast.web.debates.models import Debate, Post

TEXT = "This is what I have to say about it, and it is long enough."


def filled(floor: Debate, people: tuple[Person, Person, Person], number: int) -> Debate:
    """Give a floor posts up to `number`, as if they had been sent in turn; every third answers the one before."""
    Post.objects.bulk_create(
        Post(
            debate=floor,
            number=n,
            side="AB"[(n + 1) % 2],
            person=people[(n + 1) % 2],
            speaker=people[(n + 1) % 2].name,
            text=f"{TEXT} {n}",
            answers=n - 1 if n % 3 == 0 else None,
            nonce=f"n{n}",
            accepted_at=timezone.now(),
        )
        for n in range(floor.posts_count + 1, number + 1)
    )
    Debate.objects.filter(pk=floor.pk).update(posts_count=number)
    floor.refresh_from_db()
    return floor
