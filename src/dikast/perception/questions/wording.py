"""The prompts: versioned files beside the code, read as they are.

A prompt is never a template: it holds no field, and no text of a debate is ever formatted into it.
Must not know what the questions ask.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files


@cache
def prompt(question: str) -> str:
    """Return the system text of `question` (``moves/1`` is the file ``moves-1.md``), without trailing blanks."""
    name = question.replace("/", "-") + ".md"
    return files("dikast.perception.prompts").joinpath(name).read_text(encoding="utf-8").rstrip()


def prompt_hash(question: str) -> str:
    """Return ``sha256:`` and the hash of the prompt's text, by which a case names it."""
    return "sha256:" + hashlib.sha256(prompt(question).encode()).hexdigest()
