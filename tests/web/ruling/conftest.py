"""Ruled debates to look at: the examples, and one made as large as wished."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches

from dikast.web.debates.examples import load
from dikast.web.debates.models import Debate, Judging

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture(autouse=True)
def _no_parts_kept() -> None:
    caches["rulings"].clear()


@pytest.fixture
def ruled(db: None) -> Debate:
    """The example that was judged by both methods, public."""
    load(EXAMPLES)
    return Debate.objects.get(judgings__method="rubric/1", method="graph/1")


@pytest.fixture
def rewritten(ruled: Debate) -> Callable[..., Debate]:
    """Changes the case of one method by a function of its document."""

    def change(by: Callable[[dict[str, Any]], None], method: str = "graph/1") -> Debate:
        judging = Judging.objects.get(debate=ruled, method=method)
        document = json.loads(judging.document)
        by(document)
        judging.document, judging.seal = json.dumps(document), ""
        judging.save()
        return ruled

    return change
