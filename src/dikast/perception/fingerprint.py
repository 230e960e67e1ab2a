"""The fingerprint of a method version: one hash over its constants, questions and prompts.

A debate pins it when it starts, so that nobody is judged by rules changed after they spoke. Must not know debates.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from dikast.perception.questions import QUESTIONS
from dikast.perception.questions.wording import prompt


def fingerprint(constants: Mapping[str, Any], questions: Iterable[str]) -> str:
    """Return ``sha256:`` and the hash over everything that makes a method version what it is.

    Args:
        constants: the method's numbers and tables, JSON types, as `core` publishes them.
        questions: ids of the method's questions; their order does not matter.
    """
    content = {
        "constants": constants,
        "questions": {
            name: {"schema": QUESTIONS[name].schema, "blind": QUESTIONS[name].blind, "prompt": prompt(name)}
            for name in questions
        },
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
