"""Papers and pictures of rulings, made once and kept as files: slow to make, the same for the same case.

One of a kind is made at a time, whoever asks, so that no reader can keep the machine busy; only so many are kept, the
ones asked for last. Must not know what is on them.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.conf import settings

#: Files kept of one kind; the one that was asked for longest ago goes first.
MOST: Final = 400
#: Readers who may have one kind made, or wait for it, at once in one process; more are sent away.
SERVED: Final = 2
#: Seconds after which someone who waits is sent away.
PATIENCE: Final = 30.0

_GATES: Final = {kind: threading.BoundedSemaphore(SERVED) for kind in ("pdf", "png")}


class Busy(Exception):
    """Others are being served; the same request will be met a little later."""


def kept(key: str, kind: str, make: Callable[[], bytes]) -> bytes:
    """Return the file for `key`, made if it is not there.

    Args:
        key: names the case by its seal, and everything else that the file depends on.
        kind: ``pdf`` or ``png``.
        make: makes it.

    Raises:
        Busy: too many wait for one of this kind.
    """
    folder = settings.DIKAST_DATA / "papers"
    file = folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.{kind}"
    if (found := _read(file)) is not None:
        return found
    if not _GATES[kind].acquire(blocking=False):
        raise Busy
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"lock-{kind}").open("w") as lock:
            _take(lock.fileno())
            if (found := _read(file)) is not None:  # another made it meanwhile
                return found
            made = make()
            part = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
            part.write_bytes(made)
            part.replace(file)
            _tidy(folder, kind)
            return made
    finally:
        _GATES[kind].release()


def _read(file: Path) -> bytes | None:
    try:
        found = file.read_bytes()
        os.utime(file)
    except FileNotFoundError:
        return None
    return found


def _take(lock: int) -> None:
    """Take the lock that all processes share; the system lets go of it when the file is closed."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise Busy from None
            time.sleep(0.05)


def _tidy(folder: Path, kind: str) -> None:
    """Remove the files above `MOST` that were asked for longest ago; the shared lock is held."""
    files = sorted(folder.glob(f"*.{kind}"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[MOST:]:
        file.unlink(missing_ok=True)
