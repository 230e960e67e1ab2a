"""The local judge end to end, with a small real model in a real child process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from tests.perception.servers import request, smollm2

from dikast.core.problems import InputError
from dikast.perception.models import sha256
from dikast.perception.port import Fault, Reply, Request
from dikast.perception.providers import open_judge
from dikast.perception.providers.local import LocalJudge
from dikast.perception.schema import violations
from dikast.settings import Settings


def local(data: Path, file: Path | None = None) -> LocalJudge:
    settings = Settings({"DIKAST_DATA": str(data), "DIKAST_CONTEXT": "2048", "DIKAST_THREADS": "1"})
    judge = open_judge(f"local:{file or smollm2()}", settings)
    assert isinstance(judge, LocalJudge)
    return judge


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_real_model_answers_within_the_schema_alike_each_time_and_after_its_server_died(tmp_path: Path) -> None:
    async def fault(judge: LocalJudge, asked: Request) -> Fault:
        with pytest.raises(Fault) as caught:
            await judge.answer(asked, reading=1, attempt=1)
        return caught.value

    async def run() -> tuple[list[Reply], Fault, Fault]:
        judge = local(tmp_path)
        try:
            first = await judge.answer(request(), reading=1, attempt=1)
            again = await judge.answer(request(), reading=1, attempt=1)
            too_long = await fault(judge, request("much " * 4000))
            cut_off = await fault(judge, replace(request(), max_tokens=3))
            os.kill(judge.server.pid, signal.SIGKILL)
            await asyncio.sleep(0.2)
            third = await judge.answer(request(), reading=1, attempt=1)
        finally:
            await judge.close()
        return [first, again, third], too_long, cut_off

    replies, too_long, cut_off = asyncio.run(run())
    assert violations(replies[0].data, request().schema) == []
    assert {reply.raw for reply in replies} == {replies[0].raw}
    assert "\n" not in replies[0].raw and (replies[0].tokens_in or 0) > 10
    assert replies[0].model == f"{smollm2().stem}@sha256:{sha256(smollm2())[:16]}"
    assert (too_long.kind, too_long.retryable, cut_off.kind) == ("too-long", False, "cut-off")


def test_a_file_that_is_no_model_is_a_fault_that_names_it(tmp_path: Path) -> None:
    file = tmp_path / "broken.gguf"
    file.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(Fault) as caught:
        asyncio.run(local(tmp_path, file).answer(request(), reading=1, attempt=1))
    assert caught.value.kind == "unavailable" and "broken.gguf" in caught.value.message


def test_without_a_model_the_user_is_told_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        open_judge("local", Settings({"DIKAST_DATA": str(tmp_path)}))
    assert "dikast models fetch" in caught.value.problems[0].hint


_PARENT = """
import asyncio, sys
from pathlib import Path
from dikast.perception.providers.local import LocalServer
server = LocalServer(Path(sys.argv[1]), "m", context=512, threads=1, timeout=60)
asyncio.run(server.start())
print(server.pid, flush=True)
sys.stdin.read()
"""


def test_the_server_does_not_outlive_a_killed_parent() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(smollm2())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert parent.stdin and parent.stdout
    child = int(parent.stdout.readline())
    assert alive(child)
    parent.kill()
    parent.wait()
    for stream in (parent.stdin, parent.stdout):
        stream.close()
    deadline = time.monotonic() + 5
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(child)
