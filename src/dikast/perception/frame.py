"""How text of debaters enters a request: as one line of JSON between two markers that it cannot forge.

JSON escapes line ends, so nothing inside can stand on a line of its own; the markers carry a nonce made from the
content's hash, so the same input always gives the same request and no text can contain its own marker. Angle
brackets are escaped too: no chat template's token survives. Must not know questions.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPES = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029", "\x7f": "\\u007f", "\x85": "\\u0085"}


def data(content: Any) -> str:
    """Return `content` (JSON types) as three lines: marker, one line of JSON, marker.

    Args:
        content: what is shown; keys keep their order. Lone surrogates become U+FFFD.

    Returns:
        Text in which the two marker lines are the only lines besides the JSON, whatever the content.
    """
    line = json.dumps(content, ensure_ascii=False, separators=(", ", ": "))
    line = _SURROGATE.sub("\ufffd", line)
    for char, escape in _ESCAPES.items():
        line = line.replace(char, escape)
    nonce = hashlib.sha256(line.encode()).hexdigest()[:12]
    return f"DATA {nonce}\n{line}\nEND {nonce}"
