"""A judge for floors that are to be seen with scores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from docketing import DOCKET, take

from dikast import judging
from dikast.jobs.contract import Task
from dikast.perception.calls import CallLedger
from dikast.perception.providers.gullible import GullibleJudge


async def _case(task: Task) -> dict[str, Any]:
    calls = CallLedger(None)
    try:
        judges = [GullibleJudge(1)]
        return (await judging.judge(task.document, judges, calls, method=task.method, running=not task.whole)).document
    finally:
        await calls.close()


@pytest.fixture
def judged(db: None) -> Callable[[], None]:
    """Has the floor that is behind judged as far as it has come."""

    def judge() -> None:
        task = take()
        assert task is not None
        assert DOCKET.settle(task, asyncio.run(_case(task)))

    return judge
