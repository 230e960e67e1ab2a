"""A PostgreSQL server for drills and measurements: in a temporary folder, on a free port of this machine alone."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cluster:
    """A running server.

    Attributes:
        address: of an empty database.
        folder: where it lives.
        port: where it listens, on 127.0.0.1.
    """

    address: str
    folder: Path
    port: int

    def control(self, *command: str) -> None:
        """Run pg_ctl on it."""
        run("pg_ctl", "--pgdata", str(self.folder / "data"), "--log", str(self.folder / "log"), "--wait", *command)

    def restart(self, how: str = "fast") -> None:
        """Stop it (`immediate` as if the power had failed) and start it again."""
        self.control("--mode", how, "restart")


def run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs, as its own user where we are root: it refuses to run as root."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not found:
        raise SystemExit("PostgreSQL is missing: apt-get install postgresql")
    as_whom = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*as_whom, str(found[-1] / program), *arguments], check=True, stdout=subprocess.DEVNULL)


@contextmanager
def cluster(everywhere: bool = False) -> Iterator[Cluster]:
    """Run a server while the block lasts. `everywhere`: it listens on all of this machine's addresses."""
    folder = Path(tempfile.mkdtemp(prefix="dikast-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = int(held.getsockname()[1])
    made = Cluster(f"postgresql://dikast@127.0.0.1:{port}/postgres", folder, port)
    try:
        # An ICU-free locale, and texts in UTF-8 whatever this machine's own is.
        run("initdb", "--pgdata", str(folder / "data"), "--username", "dikast", "--auth", "trust", "--encoding", "UTF8",
            "--locale", "C")  # fmt: skip
        if everywhere:
            with (folder / "data" / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")
        where = "*" if everywhere else "127.0.0.1"
        options = f"-c listen_addresses={where} -c port={port} -c unix_socket_directories=''"
        made.control("start", "--options", options)
        try:
            yield made
        finally:
            made.control("--mode", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
