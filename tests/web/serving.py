"""The platform as anyone starts it, `dikast serve`, for tests and measurements that need the whole of it.

It listens on this machine alone and ends with the block that started it.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
#: Seconds in which the platform answers, or does not start at all.
STARTS = 120


@dataclass(frozen=True)
class Served:
    """A running platform.

    Attributes:
        port: where it listens, on 127.0.0.1.
        data: its folder.
        pid: of its supervisor.
        log: what it and its children said.
    """

    port: int
    data: Path
    pid: int
    log: Path

    @property
    def address(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def environment(data: Path, **more: str) -> dict[str, str]:
    """Return the environment of a platform whose state is in `data`, judged by the adversary."""
    ours = {"DIKAST_DATA": str(data), "DIKAST_JUDGE": "gullible", "PYTHONPATH": str(ROOT / "src")}
    return os.environ | ours | more


@contextmanager
def served(data: Path, **more: str) -> Iterator[Served]:
    """Run the platform with the example debates while the block lasts. `more` are settings."""
    port, log = free_port(), data / "serve.log"
    command = [sys.executable, "-m", "dikast", "serve", "--port", str(port), "--examples", str(EXAMPLES)]
    with log.open("wb") as said:
        running = subprocess.Popen(command, env=environment(data, **more), stdout=said, stderr=said)
    here = Served(port, data, running.pid, log)
    try:
        _await_health(here, running)
        yield here
    finally:
        running.terminate()
        try:
            running.wait(30)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def _await_health(here: Served, running: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTS
    while time.monotonic() < deadline and running.poll() is None:
        try:
            with urllib.request.urlopen(f"{here.address}/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the platform did not start:\n{here.log.read_text('utf-8', 'replace')[-4000:]}")
