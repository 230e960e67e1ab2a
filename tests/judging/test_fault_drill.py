"""Providers that fail make no answer of the worker wrong: the drill of scripts/fault_drill, with few debates."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_worker_takes_no_fault_for_an_answer(tmp_path: Path) -> None:
    report = tmp_path / "drill.json"
    script = [sys.executable, str(ROOT / "scripts" / "fault_drill"), "--report", str(report)]
    done = subprocess.run([*script, "--debates", "8", "--seconds", "60", "--seed", "1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(report.read_text())
    assert found["all_held"] and found["debates"] >= 4
    assert found["calls_that_failed"] >= 10 and found["faults_taken_for_answers"] == 0
