"""No process of the platform outlives the one that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from serving import ROOT, served

_SPAWNING = """
import subprocess, sys, time
from dikast.web.lifeline import end_with_parent
child = subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(signal.SIGTERM, print); "
                          "time.sleep(60)"], preexec_fn=end_with_parent)
print(child.pid, flush=True)
time.sleep(60)
"""


def gone(pid: int) -> bool:
    """Say whether a process ends within some seconds; one that nobody has waited for yet has ended."""
    for _ in range(100):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def test_a_child_that_heeds_no_signal_ends_with_its_parent() -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    parent = subprocess.Popen([sys.executable, "-c", _SPAWNING], stdout=subprocess.PIPE, text=True, env=environment)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(child)


def test_nothing_is_left_of_a_platform_whose_supervisor_was_killed(tmp_path: Path) -> None:
    with served(tmp_path) as here:
        waiting, found = [here.pid], []
        while waiting:
            pid = waiting.pop()
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            waiting += map(int, children)
            found += map(int, children)
        assert len(found) >= 4  # the web server, its two processes, the worker
        os.kill(here.pid, signal.SIGKILL)
        assert all(map(gone, found))
