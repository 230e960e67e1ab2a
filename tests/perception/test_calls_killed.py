"""Killed at any moment, the call ledger never asks for more than the call in flight a second time."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tests.perception.servers import Act, scripted

QUESTIONS = 12
KILLS = 6

_ASK = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from dikast.perception.calls import CallLedger
from dikast.perception.providers import open_judge
from dikast.settings import Settings
from tests.perception.servers import request

async def main():
    judge, book = open_judge(sys.argv[1] + "#m", Settings({})), CallLedger(Path(sys.argv[2]))
    for number in range(int(sys.argv[4])):
        answer = await book.ask(judge, request(f"question {number}"), accept=lambda data: data["because"])
        print(number, answer.value, answer.tries, answer.reply.raw, flush=True)

asyncio.run(main())
"""


def test_a_kill_at_any_moment_costs_at_most_the_call_in_flight(tmp_path: Path) -> None:
    root = str(Path(__file__).resolve().parents[2])
    dice = random.Random(5)
    with scripted(Act(wait=0.03)) as server:
        command = [sys.executable, "-c", _ASK, server.base, str(tmp_path / "calls"), root, str(QUESTIONS)]
        for _ in range(KILLS):
            asked = len(server.asked)
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            while len(server.asked) == asked and child.poll() is None:
                time.sleep(0.005)
            time.sleep(dice.uniform(0, 0.08))
            child.kill()
            child.wait()
        whole = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        again = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        times = Counter(one["messages"][1]["content"] for one in server.asked)
    assert whole == again and len(whole.splitlines()) == QUESTIONS
    assert len(times) == QUESTIONS
    assert len(server.asked) <= QUESTIONS + KILLS
    assert len(server.asked) > QUESTIONS, "no kill met a call in flight: the test shows nothing"
