"""Processes that end with the process that started them, however it ends. Linux only; elsewhere they may outlive it.

Must not know what the processes do.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys

#: prctl's number for "send me a signal when my parent dies".
_ON_PARENTS_DEATH = 1


def end_with_parent() -> None:
    """Have the system kill this process when the one that started it is gone, be it by SIGKILL.

    A web process that outlives its master keeps the port, and a worker its place, where nobody can reach them. A
    gentler signal would be lost on one that is still starting.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_ON_PARENTS_DEATH, int(signal.SIGKILL), 0, 0, 0)


def end_with_master() -> None:
    """The same for a process that `multiprocessing` started, at once and also if its parent is gone already."""
    master = multiprocessing.parent_process()
    if master is not None:
        end_with_parent()
        if os.getppid() != master.pid:
            os._exit(1)
