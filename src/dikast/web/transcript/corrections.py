"""What somebody says about a transcript, put into its document: sides of speeches, names, motion, format, language.

Must not know pages or how a file is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dikast.core import formats
from dikast.core.debate import other
from dikast.core.problems import Problem
from dikast.record.exporters.shown import language
from dikast.web.debates.opening import NAME_LIMIT, naming

Document = Mapping[str, Any]

#: What may be said of a speech: its side, or that it is not judged (a moderator's).
SIDES = ("A", "B", "none")


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody says about a debate.

    Attributes:
        motion: what is debated; may be empty.
        name_a, name_b: the sides' names.
        lang: language tag, "" if not given.
        format: id of a format, "" for none.
        sides: one of `SIDES` for each part, in the order of `parts`.
    """

    motion: str
    name_a: str
    name_b: str
    lang: str
    format: str
    sides: Sequence[str]


def parts(document: Document) -> list[tuple[str, Mapping[str, Any]]]:
    """Return everything said, in order, each with its side or ``none`` for what is not judged."""
    return list(_parts(document))


def _parts(document: Document) -> Iterator[tuple[str, Mapping[str, Any]]]:
    after: dict[str | None, list[Mapping[str, Any]]] = {}
    for entry in document.get("unjudged") or ():
        after.setdefault(entry.get("after"), []).append(entry)
    yield from (("none", entry) for entry in after.get(None, ()))
    for speech in document["speeches"]:
        yield speech["side"], speech
        yield from (("none", entry) for entry in after.get(speech["id"], ()))


def told(document: Document) -> Told:
    """Return what a document says already."""
    names = document.get("sides") or {}
    known = document.get("format") in formats.ids()
    name_a, name_b = (_named(document, side, str((names.get(side) or {}).get("name") or side)) for side in ("A", "B"))
    return Told(
        document.get("motion") or "",
        name_a,
        name_b,
        document.get("lang") or "",
        str(document["format"]) if known else "",
        [side for side, _ in _parts(document)],
    )


def _named(document: Document, side: str, name: str) -> str:
    """Return a side's name; one that has none but its letter is called by its speaker, if it has only one."""
    speakers = {speech.get("speaker") or "" for speech in document["speeches"] if speech["side"] == side}
    alone = next(iter(speakers)) if len(speakers) == 1 else ""
    return str(alone)[:NAME_LIMIT] if name == side and alone else name


def problems(said: Told) -> list[Problem]:
    """Return what stands against what was said, each with its field as place."""
    found = naming(said.motion, said.name_a, said.name_b)
    for field, name in (("name_a", said.name_a), ("name_b", said.name_b)):
        if not name.strip():
            found.append(Problem("transcript.no-name", field, "is empty", "Give the side a name."))
    if said.lang and not language(said.lang):
        found.append(Problem("transcript.lang", "lang", f"{said.lang!r} is no language tag", "Write en, ar, pt-BR."))
    if said.format and said.format not in formats.ids():
        found.append(Problem("opening.format", "format", f"{said.format!r} is no format"))
    if not {"A", "B"} <= set(said.sides):
        found.append(Problem("bringing.one-side", "side", "one side has no speech", "Give each side a speech."))
    return found


def corrected(document: Document, said: Told) -> dict[str, Any]:
    """Return the document with what was said, which has no problems.

    A part that is not judged keeps its place among the speeches. Where a side changed, a reference that no longer
    goes from one side to the other (or, for a clarification, within one) is taken out.
    """
    speeches: list[dict[str, Any]] = []
    unjudged: list[dict[str, Any]] = []
    before = list(_parts(document))
    used = {speech["id"] for speech in document["speeches"]}
    for number, ((_, part), side) in enumerate(zip(before, said.sides, strict=True), 1):
        if side == "none":
            entry = {"role": part.get("role") or "moderator", "speaker": part.get("speaker") or ""}
            after = speeches[-1]["id"] if speeches else None
            unjudged.append(entry | {"after": after, "text": part.get("text") or ""})
        else:
            ident = part.get("id") or next(
                name for name in (f"t{number}", f"t{number}x", f"t{number}y") if name not in used
            )
            used.add(ident)
            kept = part if "id" in part else {"speaker": part.get("speaker") or "", "text": part.get("text") or ""}
            speeches.append({**kept, "id": ident, "side": side})
    if [side for side, _ in before] != list(said.sides):
        speeches = _consistent(speeches)
    made = {key: value for key, value in document.items() if key != "unjudged"}
    made |= {
        "motion": said.motion.strip(),
        "lang": said.lang or None,
        "format": said.format or None,
        "sides": _names(document, said),
        "speeches": speeches,
    }
    return made | ({"unjudged": unjudged} if unjudged else {})


def _names(document: Document, said: Told) -> dict[str, Any]:
    before = document.get("sides") or {}
    names = {"A": said.name_a.strip(), "B": said.name_b.strip()}
    return {side: {**(before.get(side) or {}), "name": name} for side, name in names.items()}


def _consistent(speeches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    sides: dict[str, str] = {}
    kept = []
    for speech in speeches:
        against, own = (
            {name for name, side in sides.items() if side == wanted}
            for wanted in (other(speech["side"]), speech["side"])
        )
        change: dict[str, Any] = {}
        if speech.get("answers"):
            change["answers"] = [name for name in speech["answers"] if name in against]
        if speech.get("concedes") not in against and "concedes" in speech:
            change["concedes"] = None
        if speech.get("clarifies") not in own and "clarifies" in speech:
            change["clarifies"] = None
        sides[speech["id"]] = speech["side"]
        kept.append(speech | change)
    return kept
