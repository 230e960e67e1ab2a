"""The order in which Python hashes strings moves no byte of a rubric score, nor of what it turns on."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
from random import Random
from dikast.core.robustness_rubric import turns_on_rubric
from dikast.core.rubric import score
from tests.plain.rubric_cases import debate_of, reading_of
from tests.plain.rubric_plain import random_case
rng = Random(3)
for _ in range(40):
    case = random_case(rng, readings=(1,))
    debate, reading = debate_of(case), reading_of(case["readings"][0])
    print(score(debate, reading), turns_on_rubric(debate, reading))
"""


def test_any_hash_seed_gives_the_same_bytes() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ).stdout
        for seed in ("0", "1", "4242")
    }  # fmt: skip
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000
