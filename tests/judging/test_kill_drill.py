"""A judging killed at any moment goes on where it was: the drill of scripts/kill_drill, with few kills."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_killed_judging_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    report = tmp_path / "drill.json"
    script = [sys.executable, str(ROOT / "scripts" / "kill_drill"), "--report", str(report)]
    done = subprocess.run(
        [*script, "--kills", "3", "--at-once", "1", "--latency", "0.05", "--seed", "5"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(report.read_text())
    assert found["all_held"]
    (sums,) = found["sums"]
    assert sums["kills"] >= 3 and sums["while"].get("asking")
