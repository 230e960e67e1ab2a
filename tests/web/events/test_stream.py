"""The stream of a floor over real sockets: everyone gets every event once, and nobody what is not for him."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection

from dikast.web.account.models import Person
from dikast.web.debates import opening, seating
from dikast.web.debates.models import Debate
from dikast.web.debates.posting import Sending, send
from dikast.web.debates.sight import stream_key

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "This is what I have to say about it, and it is long enough."
VIEWERS = 100


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


@pytest.fixture(scope="module")
def port(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of the real door, over the tests' own database."""
    chosen, folder = free_port(), tmp_path_factory.mktemp("door")
    starter = folder / "door.py"
    # The door as it is, but over the database that the tests write to.
    starter.write_text(
        "from django.conf import settings\n"
        f"settings.DATABASES['default']['NAME'] = {str(connection.settings_dict['NAME'])!r}\n"
        "from dikast.web.asgi import application\n"
    )
    command = ["granian", "--interface", "asgi", "--no-ws", "--host", "127.0.0.1", "--port", str(chosen)]
    environment = os.environ | {
        "DIKAST_DATA": str(settings.DIKAST_DATA),
        "DIKAST_JUDGE": "gullible",
        "DJANGO_SETTINGS_MODULE": "dikast.web.configuration",
        "PYTHONPATH": os.pathsep.join((str(folder), *sys.path)),
    }
    door = subprocess.Popen(
        [sys.executable, "-m", *command, "--log-level", "error", "door:application"], env=environment
    )
    try:
        for _ in range(300):
            assert door.poll() is None
            try:
                socket.create_connection(("127.0.0.1", chosen), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield chosen
    finally:
        door.send_signal(signal.SIGTERM)
        try:
            door.wait(20)
        except subprocess.TimeoutExpired:
            door.kill()
            door.wait()


class Viewer:
    """A browser that follows a stream, line by line."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.last = 0
        self.got: list[int] = []
        self.status = b""

    async def follow(self, until: int) -> None:
        """Read events until the one numbered `until` has come."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        again = f"Last-Event-ID: {self.last}\r\n" if self.last else ""
        writer.write(f"GET {self.address} HTTP/1.1\r\nHost: localhost\r\n{again}\r\n".encode())
        try:
            self.status = (await reader.readline()).split()[1]
            while self.status == b"200" and self.last < until:
                line = await reader.readline()
                if not line:
                    return
                if line.startswith(b"id: "):
                    self.last = int(line[4:])
                    self.got.append(self.last)
        finally:
            writer.close()


def a_floor(visibility: str = "public") -> tuple[Debate, Person, Person]:
    ana, ben = (Person.objects.guest(name) for name in ("Ana", "Ben"))
    wish = opening.Wish("A motion", "open-floor", "gullible", "A", visibility=visibility)
    made = opening.start(ana, wish, ("gullible",))
    seating.take(made.seats.get(side="B").key, ben)
    return made, ana, ben


def test_viewers_who_come_late_and_lose_the_connection_get_everything_once(port: int) -> None:
    made, *both = a_floor()
    posts = 12
    last = 2 + posts

    def write() -> None:
        try:
            for n in range(posts):
                assert not send(made, both[n % 2], Sending(f"{TEXT} {n}", f"n{n}")).problems
        finally:
            connection.close()

    async def watch() -> list[Viewer]:
        viewers = [Viewer(port, f"/events/d/{made.slug}?after=0&tongue=de") for _ in range(VIEWERS)]
        early = [asyncio.create_task(viewer.follow(1 + place % last)) for place, viewer in enumerate(viewers[:-20])]
        await asyncio.sleep(0.2)
        await asyncio.to_thread(write)
        await asyncio.gather(*early)
        await asyncio.gather(*(viewer.follow(last) for viewer in viewers))
        return viewers

    for viewer in asyncio.run(asyncio.wait_for(watch(), 60)):
        assert viewer.got == list(range(1, last + 1))


def test_a_private_floor_is_followed_with_its_key_only(port: int) -> None:
    made, _, _ = a_floor("private")
    other, _, _ = a_floor("private")
    keys = {"": b"404", f"&key={stream_key(other)}": b"404", "&key=%00": b"404", f"&key={stream_key(made)}": b"200"}

    async def status(key: str) -> bytes:
        viewer = Viewer(port, f"/events/d/{made.slug}?after=0{key}")
        await viewer.follow(2)
        return viewer.status

    for key, expected in keys.items():
        assert asyncio.run(asyncio.wait_for(status(key), 20)) == expected, key


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/events/d/nowhere", b"404"),
        ("/events/", b"404"),
        ("/events/d/%00", b"404"),
        ("/events/d/%ff%fe", b"404"),
        ("/events/d/" + "x" * 4000, b"404"),
        ("/events/d/{slug}?after=-1", b"200"),
        ("/events/d/{slug}?after=99999999999999999999", b"200"),
        ("/events/d/{slug}?after=%F0%9F%98%80&tongue=%00", b"200"),
    ],
)
def test_any_address_is_answered(port: int, address: str, status: bytes) -> None:
    made, _, _ = a_floor()
    viewer = Viewer(port, address.replace("{slug}", made.slug))
    asyncio.run(asyncio.wait_for(viewer.follow(2), 20))
    assert viewer.status == status and viewer.got == ([1, 2] if status == b"200" else [])
