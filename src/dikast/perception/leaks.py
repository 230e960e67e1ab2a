"""What a judge may not repeat in its own words: the questions' instructions and the marks around the data.

A debater who gets a judge to recite its instructions gains nothing by it: the passage is left out of the ruling's
texts. The prompts are no secret; but what a ruling says must be about the debate. Must not know questions.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from dikast.perception.neutral import neutral
from dikast.perception.port import Fault
from dikast.perception.schema import clip

#: So many words in a row that stand in a prompt are taken from it; fewer can be chance.
RUN = 8
#: Stands for words left out.
LEFT_OUT = "[\u2026]"

_WORD = re.compile(r"\w+")
_MARK = re.compile(r"\b(?:DATA|END) [0-9a-f]{12}\b")


def said(text: str, most: int) -> str:
    """Return a judge's own text for the record: plain, without its instructions, at most `most` characters."""
    return clip(masked(neutral(text)), most)


def masked(text: str) -> str:
    """Return `text` with every run of at least `RUN` words of a prompt, and every mark of the data, left out."""
    while True:
        shorter = _MARK.sub(LEFT_OUT, text)
        for begin, end in reversed(_runs(shorter)):
            shorter = shorter[:begin] + LEFT_OUT + shorter[end:]
        if shorter == text:
            return text
        text = shorter  # what stood on both sides of a gap may be a run now


def refuse(text: str, what: str) -> None:
    """Raise ``Fault("invalid", …)`` if `text`, called `what` in the message, repeats the instructions."""
    if masked(text) != text:
        raise Fault("invalid", f"{what} repeats the judge's instructions")


def _runs(text: str) -> list[tuple[int, int]]:
    """Return where runs of a prompt's words stand in `text`, in order, none touching another."""
    words = list(_WORD.finditer(text))
    folded = [word.group().casefold() for word in words]
    known = _shingles()
    found: list[tuple[int, int]] = []
    for at in range(len(words) - RUN + 1):
        if tuple(folded[at : at + RUN]) in known:
            begin, end = words[at].start(), words[at + RUN - 1].end()
            if found and begin <= found[-1][1]:
                begin = found.pop()[0]
            found.append((begin, end))
    return found


@cache
def _shingles() -> frozenset[tuple[str, ...]]:
    """Return every run of `RUN` words in any prompt."""
    found: set[tuple[str, ...]] = set()
    for file in files("dikast.perception.prompts").iterdir():
        if file.name.endswith(".md"):
            words = [word.casefold() for word in _WORD.findall(file.read_text(encoding="utf-8"))]
            found.update(tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
    return frozenset(found)
