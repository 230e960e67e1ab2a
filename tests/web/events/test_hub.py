"""Whoever follows a floor gets each of its events once and in order, whenever he comes, goes or comes back."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from dikast.web.events import hub as hubs
from dikast.web.events.hub import Hub

VIEWERS, EVENTS, FLOORS = 200, 40, 3


class Floors:
    """Floors that come to new events, and count how often a fragment is made."""

    def __init__(self) -> None:
        self.reached = dict.fromkeys(range(FLOORS), 0)
        self.made: Counter[tuple[int, int, str]] = Counter()
        self.asked: list[set[int]] = []
        self.broken = 0

    def numbers(self, debates: Iterable[int]) -> Mapping[int, int]:
        if self.broken:
            self.broken -= 1
            raise OSError("the database is away")
        self.asked.append(set(debates))
        return {debate: self.reached[debate] for debate in debates}

    def fragment(self, debate: int, number: int, tongue: str) -> str:
        self.made[debate, number, tongue] += 1
        time.sleep(0.0005)
        return f"<p id='e{number}'>\n{debate} {tongue}</p>"


async def follow(hub: Hub, floors: Floors, floor: int, tongue: str, dice: random.Random) -> list[bytes]:
    """Follow `floor` to its last event, losing the connection now and then."""
    got: list[bytes] = []
    number = 0
    while number < EVENTS:
        channel = hub.join(floor, floors.reached[floor])
        try:
            for _ in range(dice.randint(1, 12)):
                if await channel.beyond(number, 5):
                    while number < channel.last:
                        got.append(await hub.message(floor, number + 1, tongue))
                        number += 1
                if number == EVENTS:
                    break
        finally:
            hub.leave(floor)
        await asyncio.sleep(dice.random() * 0.02)
    return got


def test_two_hundred_viewers_get_every_event_once_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "INTERVAL", 0.002)
    floors = Floors()
    hub = Hub(floors.numbers, floors.fragment)

    async def happen() -> None:
        dice = random.Random(2)
        while min(floors.reached.values()) < EVENTS:
            floor = dice.randrange(FLOORS)
            floors.reached[floor] = min(EVENTS, floors.reached[floor] + dice.randint(1, 3))
            await asyncio.sleep(0.003)

    async def all_of_it() -> list[list[bytes]]:
        happening = asyncio.create_task(happen())
        viewers = []
        for place in range(VIEWERS):
            tongue = ("en", "ar")[place % 2]
            viewers.append(asyncio.create_task(follow(hub, floors, place % FLOORS, tongue, random.Random(place))))
            await asyncio.sleep(0.0005)
        got = await asyncio.wait_for(asyncio.gather(*viewers), 60)
        await happening
        return got

    for place, got in enumerate(asyncio.run(all_of_it())):
        assert [int(message.split(b"\n")[0].removeprefix(b"id: ")) for message in got] == list(range(1, EVENTS + 1))
        assert all(f"data: {place % FLOORS} ".encode() in message for message in got)
    assert set(floors.made.values()) == {1}, "each fragment is made once for everybody"


def test_a_floor_nobody_watches_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "INTERVAL", 0.002)
    floors = Floors()
    hub = Hub(floors.numbers, floors.fragment)

    async def come_and_go() -> None:
        hub.join(0, 0)
        hub.join(1, 0)
        await asyncio.sleep(0.05)
        hub.leave(0)
        await asyncio.sleep(0.02)
        floors.asked.clear()
        await asyncio.sleep(0.05)
        hub.leave(1)
        await asyncio.sleep(0.05)
        seen = len(floors.asked)
        await asyncio.sleep(0.05)
        assert seen == len(floors.asked)

    asyncio.run(come_and_go())
    assert floors.asked and all(asked == {1} for asked in floors.asked)


def test_a_fragment_that_cannot_be_made_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = iter([OSError("away"), "<p>late</p>"])

    def fragment(debate: int, number: int, tongue: str) -> str:
        made = next(tries)
        if isinstance(made, Exception):
            raise made
        return made

    async def ask() -> bytes:
        hub = Hub(lambda debates: {}, fragment)
        with pytest.raises(OSError, match="away"):
            await hub.message(1, 1, "en")
        return await hub.message(1, 1, "en")

    assert asyncio.run(ask()) == b"id: 1\ndata: <p>late</p>\n\n"


def test_a_viewer_who_leaves_while_a_fragment_is_made_spoils_it_for_nobody() -> None:
    def slow(debate: int, number: int, tongue: str) -> str:
        time.sleep(0.05)
        return "<p>there</p>"

    async def leave() -> bytes:
        hub = Hub(lambda debates: {}, slow)
        first = asyncio.create_task(hub.message(1, 1, "en"))
        second = asyncio.create_task(hub.message(1, 1, "en"))
        await asyncio.sleep(0.01)
        first.cancel()
        return await second

    assert b"there" in asyncio.run(leave())


@pytest.mark.parametrize("html", ["", "a\nb", "a\r\nb", "a\u2028b", "id: 7\n\ndata: x"])
def test_no_text_breaks_out_of_its_message(html: str) -> None:
    async def made() -> bytes:
        return await Hub(lambda debates: {}, lambda *given: html).message(1, 1, "en")

    lines = asyncio.run(made()).decode().removesuffix("\n\n").split("\n")
    assert lines[0] == "id: 1" and all(line.startswith("data: ") for line in lines[1:])
    received = "\n".join(line.removeprefix("data: ") for line in lines[1:])
    assert received == html.replace("\r\n", "\n").replace("\r", "\n")
