"""One process at a time has a data folder: the platform that serves from it, or what puts other state into it.

The hold is a lock on a file in the folder, which the system lets go of when its process ends, however it ends.
Must not know what is done with the folder.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final, TextIO

from dikast.core.problems import InputError, Problem

NAME: Final = "running.lock"


def take(data: Path) -> TextIO:
    """Take hold of the folder `data`, made where it is missing, until what is returned is closed.

    Raises:
        InputError: another process has it (``platform.running``).
    """
    data.mkdir(parents=True, exist_ok=True)
    file = (data / NAME).open("a+", encoding="ascii")  # what the holder wrote stays until we are the holder
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        who = file.read(20).strip() or "another process"
        file.close()
        raise InputError(
            Problem(
                "platform.running",
                str(data),
                f"a platform runs on this folder, or it is being restored: process {who}",
                f"Stop it (kill {who}) and wait until it has ended, or name another folder with --data.",
            )
        ) from None
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file
