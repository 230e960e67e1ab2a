"""What a model is shown of a debater's text: the words, without formatting and without anything hidden.

Markdown, HTML, chat markup, invisible, bidirectional and control characters are removed or made visible, so that
looks buy nothing and no text can pose as part of the request. The stored text is untouched, and every character
shown knows where it comes from. Must not know questions, names or sides.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

#: Stands for what a reader of the rendered text would not see (a comment, a script).
HIDDEN = "[hidden]"

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e"
    "\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
#: Joiners, unless spelling needs them: between two letters of a joining or Indic script.
_JOINER = re.compile("(?<![\u0600-\u08ff\u0900-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u08ff\u0900-\u0dff])")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINK = re.compile(r"!?\[(?=[^\[\]\n]{1,400}\]\(\S)")
_LINK_TARGET = re.compile(r"\]\((?=\S)")
_LINE_START = re.compile(r"(?m)^([ \t]*(?:>[ \t]*)*)(?:(?:[-+*\u2022]|#{1,6})[ \t]+)+")
_RULE = re.compile(r"(?m)^[ \t]*(?:[-*_=][ \t]*){3,}$")
_EMPHASIS = re.compile(r"[*_`]+|~~+")
_HIDING = re.compile(r"(?is)<!--.*?(?:-->|\Z)|<(script|style|template|noscript)\b[^<>]{0,2000}>.*?(?:</\1\s*>|\Z)")
_TAG = re.compile(
    r"(?i)</?(?:a|abbr|article|b|big|blockquote|body|br|button|center|cite|code|dd|del|details|div|dl|dt|em|figure"
    r"|font|form|h[1-6]|head|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|object|ol|p|pre|q|s"
    r"|samp|section|small|span|strike|strong|sub|summary|sup|svg|table|tbody|td|th|thead|tr|tt|u|ul|var|video)"
    r"(?:\s[^<>]{0,2000})?\s?/?>"
)
_OPENING = re.compile(r"<(?![\s\d=]|$)")
_CHAT_BRACKET = re.compile(r"(?i)\[(?=\s*/?\s*(?:INST|SYSTEM|SYS|AVAILABLE_TOOLS|TOOL_\w+)\b)")

_Change = Callable[[re.Match[str]], str]


class Seen(NamedTuple):
    """A text as the model sees it.

    Attributes:
        text: what is shown.
        original: what was said, as stored.
        starts: for each shown character the code-point offset in `original` it comes from; and the length at last.
    """

    text: str
    original: str
    starts: Sequence[int]

    def span(self, begin: int, end: int) -> tuple[int, int]:
        """Return where the shown characters ``begin`` to ``end`` (not empty) lie in the original text."""
        last = self.starts[end - 1]
        copied = self.text[end - 1] == self.original[last]
        return self.starts[begin], last + 1 if copied else self.starts[bisect_right(self.starts, last)]


@lru_cache(maxsize=64)
def seen(text: str) -> Seen:
    """Return `text` as a model may see it, with the way back to the original."""
    view: tuple[str, Sequence[int]] = _replace(text, range(len(text) + 1), _INVISIBLE, lambda _: "")
    if "\u200c" in text or "\u200d" in text:
        view = _replace(*view, _JOINER, lambda _: "")
    view = _replace(*view, _SURROGATE, lambda _: "\ufffd")
    view = _replace(*view, _LINK, lambda _: "")
    view = _replace(*view, _LINK_TARGET, lambda _: " (")
    view = _replace(*view, _RULE, lambda _: "")
    view = _replace(*view, _LINE_START, lambda match: match.group(1))
    view = _replace(*view, _EMPHASIS, _emphasis)
    view = _replace(*view, _HIDING, lambda _: HIDDEN)
    view = _replace(*view, _TAG, lambda _: "")
    view = _replace(*view, _OPENING, lambda _: "\uff1c")
    view = _replace(*view, _CHAT_BRACKET, lambda _: "\uff3b")
    return Seen(view[0], text, view[1])


def neutral(text: str) -> str:
    """Return `text` as a model may see it: no formatting, nothing hidden, no chat markup."""
    return seen(text).text


def is_blank(text: str) -> bool:
    """Return whether `text` says nothing: no letter and no digit that a reader could see."""
    return not any(char.isalnum() for char in neutral(text).replace(HIDDEN, ""))


def _emphasis(match: re.Match[str]) -> str:
    """Remove emphasis marks; keep what stands inside a word (``snake_case``) or alone between blanks (``2 * 3``)."""
    begin, end = match.span()
    before = match.string[begin - 1 : begin]
    after = match.string[end : end + 1]
    if before.isalnum() and after.isalnum():
        return match.group()
    if (not before or before.isspace()) and (not after or after.isspace()) and match.group() in "*_":
        return match.group()
    return ""


def _replace(text: str, starts: Sequence[int], pattern: re.Pattern[str], change: _Change) -> tuple[str, Sequence[int]]:
    """Return `text` with every match changed, and `starts` carried over.

    A replacement that is the start of its match keeps its offsets; any other begins where the match began.
    """
    parts: list[str] = []
    kept: list[int] = []
    done = 0
    for match in pattern.finditer(text):
        begin, end = match.span()
        new = change(match)
        if new == match.group():
            continue
        parts += (text[done:begin], new)
        kept += starts[done:begin]
        kept += starts[begin : begin + len(new)] if match.group().startswith(new) else [starts[begin]] * len(new)
        done = end
    if not parts:
        return text, starts
    parts.append(text[done:])
    kept += starts[done:]
    return "".join(parts), kept
