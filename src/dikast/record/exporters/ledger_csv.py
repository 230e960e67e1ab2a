"""The ledger as a table for spreadsheets: one row a line, and the amounts of a side add up to its total.

RFC 4180: commas, CRLF, quotes where needed. A spreadsheet takes a cell that begins with ``=``, ``+``, ``-``, ``@``,
a tab or a line break for a formula, so words that come from a file get an apostrophe before such a beginning; numbers
of ours stay numbers. Column names are the same in every language. Must not know how a line was counted.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from typing import Final

from dikast.core.ledger import decimal
from dikast.record.exporters.fields import Entry, amount, children, strings, text, whole
from dikast.record.exporters.grounds import Asked, asked
from dikast.record.exporters.source import Source

COLUMNS: Final = (
    "line",
    "version",
    "side",
    "side_name",
    "rule",
    "why",
    "subject",
    "subject_id",
    "amount",
    "reading",
    "speech",
    "speech_id",
    "speaker",
    "quote",
    "perceptions",
    "questions",
    "judges",
    "models",
)

#: Beginnings that some spreadsheet takes for a formula, full-width forms too.
_FORMULA: Final = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
#: What no UTF-8 file or no reader of CSV can hold.
_UNFIT: Final = re.compile("[\x00\ud800-\udfff]")


def ledger_csv(document: Mapping[str, object]) -> str:
    """Return the current ruling's ledger as CSV.

    Args:
        document: a case that has been read and checked before.

    Result:
        The header and one row a ledger line, in the ledger's order; the header alone where there is no ruling.
        ``amount`` is exact, ``reading`` the one that the line was counted from (from 1), ``speech`` its place
        (from 1). Several perceptions, questions, judges or models stand in one cell, parted by semicolons.
    """
    source = Source(document)
    ruling: Entry = source.ruling or {}
    answers = asked(source)
    version = whole(ruling, "version") or len(source.earlier) + 1
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for number, entry in enumerate(children(ruling, "ledger"), 1):
        writer.writerow(_row(source, entry, number, version, answers))
    return sheet.getvalue()


def _row(source: Source, entry: Entry, number: int, version: int, answers: Mapping[str, Asked]) -> list[str | int]:
    side = text(entry, "side")
    ref = text(entry, "move") or text(entry, "post")
    step = source.step.get(ref)
    turn = step.turn if step is not None else source.turn.get(ref)
    ids = strings(entry, "perceptions")
    known = [answers[one] for one in ids if one in answers]
    return [
        number,
        version,
        _cell(side),
        _cell(source.names["B" if side == "B" else "A"]),
        _cell(text(entry, "rule")),
        _cell(text(entry, "why")),
        _cell(source.label(ref)),
        _cell(ref),
        decimal(amount(entry, "amount")),
        source.shown + 1,
        turn.number if turn is not None else "",
        _cell(turn.id if turn is not None else ""),
        _cell(turn.speaker if turn is not None else ""),
        _cell(step.quote if step is not None else ""),
        _cell("; ".join(ids)),
        _listed(one.question for one in known),
        _listed(one.judge for one in known),
        _listed(one.model for one in known),
    ]


def _listed(names: Iterable[str]) -> str:
    return _cell("; ".join(dict.fromkeys(name for name in names if name)))


def _cell(words: str) -> str:
    """Return `words` so that no spreadsheet runs them."""
    fit = _UNFIT.sub("\N{REPLACEMENT CHARACTER}", words)
    return f"'{fit}" if _FORMULA.match(fit) else fit
