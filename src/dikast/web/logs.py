"""How log lines are written: one line a message whatever is in it, plain or as JSON. Must not know what is logged."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final

#: Fields that a message may carry besides its words (`extra=`).
FIELDS: Final = ("worker", "run", "debate", "question", "judge")
#: Signs that would begin another line, or command a terminal.
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def _one_line(text: str) -> str:
    return _CONTROL.sub(lambda sign: sign.group().encode("unicode_escape").decode(), text)


class Plain(logging.Formatter):
    """Time, level, logger, message; a traceback follows on lines of its own."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line before any traceback."""
        record.message = _one_line(record.message)
        return super().formatMessage(record)


class Json(logging.Formatter):
    """One object a line: time (ISO 8601, UTC), level, logger, message, fields given with it, and the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {name: str(record.__dict__[name]) for name in FIELDS if name in record.__dict__}
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=True)
