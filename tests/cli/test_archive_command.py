"""`dikast archive`: every debate gets its case, whatever happens to the process, and nothing is paid for twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.debates_held import speech
from tests.judging.loopback import Loopback, serving

from dikast.record.verify import verify

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, number: int) -> None:
    folder.mkdir()
    for n in range(number):
        turns = "\n\n".join(f"{'AB'[k % 2]}: {speech(f'{n}', k + 1)}" for k in range(3))
        (folder / f"debate {n}.txt").write_text(turns)


def start(tmp_path: Path, out: str, judge: str, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "dikast", "archive", str(tmp_path / "in"), "--out", str(tmp_path / out)]
    ours = {"DIKAST_DATA": str(tmp_path / f"data-{out}"), "PYTHONPATH": str(ROOT / "src"), "DIKAST_CONCURRENCY": "1"}
    environment = os.environ | ours
    return subprocess.Popen(
        [*command, "--judge", judge, "--quiet", *more],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def run(tmp_path: Path, out: str, judge: str, *more: str) -> tuple[int, str, str]:
    child = start(tmp_path, out, judge, *more)
    told, errors = child.communicate(timeout=120)
    return child.returncode, told, errors


def cases(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.case.json")}


def killed(child: subprocess.Popen[str], server: Loopback, after: int) -> None:
    until = time.monotonic() + 60
    while len(server.bodies) < after and child.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    child.communicate()


def test_killed_and_begun_again_it_ends_with_the_same_cases_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    write(tmp_path / "in", 12)
    with serving(0.005, random.Random(1)) as server:
        assert run(tmp_path, "calm", server.spec)[0] == 0
        calm, asked = cases(tmp_path / "calm"), server.times()
        server.forget()
        for part in (0.2, 0.5, 0.8):
            killed(start(tmp_path, "out", server.spec), server, int(part * sum(asked.values())))
        status, told, errors = run(tmp_path, "out", server.spec)
        assert status == 0, errors
        times = server.times()
    assert len(calm) == 12 and cases(tmp_path / "out") == calm
    assert times.keys() == asked.keys() and sum(times.values()) - len(times) <= 3
    assert all(not verify(case).problems for case in calm.values())
    status, told, _ = run(tmp_path, "out", server.spec)  # nobody is there to be asked
    assert (status, told) == (0, "0 judged, 12 were judged before, 0 not judged\n")


def test_what_cannot_be_judged_is_told_and_holds_nothing_up(tmp_path: Path) -> None:
    write(tmp_path / "in", 2)
    (tmp_path / "in" / "nothing.txt").write_text("")
    (tmp_path / "in" / "broken.json").write_text("{")
    lines = [json.dumps({"dikast": 1, "speeches": [{"id": "s", "side": "A", "text": f"Line {n}."}]}) for n in range(2)]
    (tmp_path / "in" / "many.jsonl").write_text(f"{lines[0]}\n\n{lines[1]}\n" + "[1]\n")
    status, told, errors = run(tmp_path, "out", "gullible")
    assert status == 1 and told.startswith("4 judged, 0 were judged before, 3 not judged"), told + errors
    reasons = [json.loads(line) for line in (tmp_path / "out" / "not-judged.jsonl").read_text().splitlines()]
    assert {reason["debate"] for reason in reasons} == {"nothing", "broken", "many-4"}
    assert {"many-1.graph.case.json", "many-3.graph.case.json"} <= cases(tmp_path / "out").keys()


def test_two_into_one_folder_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "in", 3)
    with serving(5) as server:
        first = start(tmp_path, "out", server.spec)
        until = time.monotonic() + 60
        while not server.bodies and time.monotonic() < until:
            time.sleep(0.05)
        status, _, errors = run(tmp_path, "out", server.spec)
        first.kill()
        first.communicate()
    assert status == 1 and "(archive.in-use)" in errors


@pytest.mark.parametrize("words", [("-",), ("nowhere.txt",)])
def test_a_source_that_cannot_be_archived_is_told(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "in").mkdir()
    command = [sys.executable, "-m", "dikast", "archive", *words, "--out", str(tmp_path / "out"), "--judge", "gullible"]
    environment = os.environ | {"DIKAST_DATA": str(tmp_path / "data"), "PYTHONPATH": str(ROOT / "src")}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert told.returncode == 1 and "Traceback" not in told.stderr
