"""A data folder has one holder at a time, and one that dies lets go of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dikast.core.problems import InputError
from dikast.web import hold

HOLDS = "import sys, time; from pathlib import Path; from dikast.web import hold; "
HOLDS += "held = hold.take(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"


def test_a_second_holder_is_told_who_the_first_is(tmp_path: Path) -> None:
    with hold.take(tmp_path / "data"):
        for _ in range(2):
            with pytest.raises(InputError, match=rf"process {os.getpid()} \(platform\.running\).*--data"):
                hold.take(tmp_path / "data")
        hold.take(tmp_path / "other").close()
    hold.take(tmp_path / "data").close()


def test_a_holder_that_is_killed_lets_go(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDS, str(tmp_path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
    with pytest.raises(InputError, match=f"process {holder.pid}"):
        hold.take(tmp_path)
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    hold.take(tmp_path).close()
