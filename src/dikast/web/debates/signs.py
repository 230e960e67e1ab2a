"""Which signs no text of ours can hold, because no database takes them. Must not know where texts come from."""

from __future__ import annotations

import re

from dikast.core.problems import Problem

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def unstorable(field: str, text: str) -> list[Problem]:
    """Return the problem that `text` cannot be kept as it is: it holds a NUL or half of a surrogate pair."""
    found = _UNSTORABLE.search(text)
    if found is None:
        return []
    sign = f"U+{ord(found.group()):04X}"
    message = f"holds the sign {sign} at place {found.start() + 1}, which no database can keep"
    return [Problem("text.unstorable", field, message, "Take it out; it shows nothing.")]


def storable(text: str) -> str:
    """Return `text` without the signs that cannot be kept, for drafts, where losing the rest would be worse."""
    return _UNSTORABLE.sub("", text)
