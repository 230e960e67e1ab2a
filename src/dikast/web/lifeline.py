"""Processes that end with the process that started them, however it ends. Linux only; elsewhere they may outlive it.

Must not know what the processes do.
"""

from __future__ import annotations

import ctypes
import signal
import sys

#: prctl's number for "send me this signal when my parent dies".
_ON_PARENTS_DEATH = 1


def end_with_parent() -> None:
    """Have the system send this process SIGTERM when the one that started it is gone, be it by SIGKILL.

    A web process that outlives its master keeps the port, and a worker its place, where nobody can reach them.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_ON_PARENTS_DEATH, int(signal.SIGTERM), 0, 0, 0)
