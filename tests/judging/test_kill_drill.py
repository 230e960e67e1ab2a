"""A judging killed at any moment goes on where it was: the drill of scripts/kill_drill, with few kills."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_killed_judging_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    report = tmp_path / "drill.json"
    command = [sys.executable, str(ROOT / "scripts" / "kill_drill"), "--kills", "3", "--seed", "4", "--report", str(report)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(report.read_text())
    assert found["all_held"]
    assert [(row["at_once"], row["kills"] >= 3) for row in found["sums"]] == [(1, True), (4, True)]
