"""The seal: a chain of hashes over everything a case holds. Must not know whether the content makes sense.

Each entry of ``record`` hashes one piece of content and its parent entry, so that a piece cannot be changed, moved,
added or taken away without breaking the chain at a place with a name; ``seal`` is over the whole document.
A chain shows change, not authorship: who can write the file can seal it anew, and whoever must be sure keeps the
seal elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from dikast.record.canonical import digest
from dikast.record.case import Document
from dikast.record.history import PERCEIVED, before
from dikast.record.parse import step

#: Fields whose items are pieces of their own.
_ITEMIZED = frozenset(
    {"speeches", "perceptions", "prompts", "moves", "resolutions", "readings", "amendments", "rulings"}
)


class Piece(NamedTuple):
    """One piece of a document: an entry's kind and id, its content, and where the content lies (a JSON path)."""

    kind: str
    id: str
    content: Any
    path: str


def pieces(document: Mapping[str, Any], first: Mapping[str, Any]) -> Iterator[Piece]:
    """Yield every piece of a document, once, in the order of its record.

    First the debate field by field, the speeches, prompts, perceptions and readings as first made (`first` is the
    document before any amendment); then each amendment with the ruling it led to. Every value but ``record`` and
    ``seal`` lies in exactly one piece; an empty list is a piece because its items cannot be.
    """
    for field in sorted(document.keys() - {"record", "seal"}):
        if field not in _ITEMIZED or not document[field]:
            yield Piece("debate", field, document[field], field)
    for i, speech in enumerate(document["speeches"]):
        yield Piece("speech", speech["id"], speech, f"speeches[{i}]")
    for key, prompt in sorted(document.get("prompts", {}).items()):
        yield Piece("prompt", key, prompt, step("prompts", key))
    for i, perception in enumerate(document.get("perceptions", ())):
        yield Piece("perception", perception["id"], perception, f"perceptions[{i}]")
    if "readings" not in document:
        yield from _items(first, "", 1)
    for i, reading in enumerate(first.get("readings", ())):
        if isinstance(reading, dict):
            rest = {field: value for field, value in reading.items() if field not in PERCEIVED or not value}
            yield Piece("reading", str(i + 1), rest, f"readings[{i}]")
            yield from _items(reading, f"readings[{i}].", i + 1)
            continue
        for j, assessment in enumerate(reading):
            yield Piece("assessment", f"{i + 1}/{assessment['post']}", assessment, f"readings[{i}][{j}]")
    amendments, rulings = document.get("amendments", []), document.get("rulings", [])
    for i in range(max(len(amendments) + 1, len(rulings))):
        if 0 < i <= len(amendments):
            yield Piece("amendment", amendments[i - 1]["id"], amendments[i - 1], f"amendments[{i - 1}]")
        if i < len(rulings):
            yield Piece("ruling", str(rulings[i]["version"]), rulings[i], f"rulings[{i}]")


def _items(reading: Mapping[str, Any], path: str, number: int) -> Iterator[Piece]:
    for i, move in enumerate(reading.get("moves", ())):
        yield Piece("move", f"{number}/{move['id']}", move, f"{path}moves[{i}]")
    for i, resolution in enumerate(reading.get("resolutions", ())):
        yield Piece("resolution", f"{number}/{resolution['rebuttal']}", resolution, f"{path}resolutions[{i}]")


def entry(piece: Piece, parent: str | None) -> dict[str, Any]:
    """Return the record entry of a piece after the entry whose hash is `parent` (None for the first)."""
    made: dict[str, Any] = {"kind": piece.kind, "id": piece.id, "content": digest(piece.content), "parent": parent}
    return {**made, "hash": digest(made)}


def seal(document: Mapping[str, Any]) -> Document:
    """Return a copy of a case document with its ``record`` and ``seal`` made anew.

    The document must be of sound shape (see `dikast.record.case.from_document`).
    """
    sealed: Document = {field: value for field, value in document.items() if field not in ("record", "seal")}
    record: list[dict[str, Any]] = []
    for piece in pieces(sealed, before(sealed, 0)):
        record.append(entry(piece, record[-1]["hash"] if record else None))
    sealed["record"] = record
    sealed["seal"] = digest(sealed)
    return sealed
