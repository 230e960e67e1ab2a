"""Plain transcripts: ``Name: text``, under an optional YAML front matter. Must not know how a debate is judged.

A line that begins with a known label and a colon (a side's letter or name, or a listed speaker) begins a speech, which
goes on to the next such line, over as many paragraphs as it takes. A moderator, chair, host, audience or judge speaks
unjudged. A line that begins with a blank is never a label.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

import yaml

from dikast.core import formats
from dikast.core.problems import InputError, Problem
from dikast.record.case import Document
from dikast.record.form import CONTROL, MAX_SPEECH, VERSION
from dikast.record.parse import decoded, shown

#: The front matter is at most this many characters long.
MAX_FRONT_MATTER = 20_000
#: It opens at most this many brackets and braces; the YAML reader takes time quadratic in their depth.
MAX_BRACKETS = 100
#: Labels of people who take part unjudged.
UNJUDGED = ("moderator", "chair", "host", "audience", "judge")
_FIELDS = ("motion", "sides", "speakers", "format", "lang")
#: A label: up to 80 characters before a colon (or its full-width form).
_LABELLED = re.compile(r"(?P<label>\S[^:：\n]{0,79})[:：](?P<rest>.*)", re.DOTALL)
#: Marks of direction, which right-to-left texts carry around names, and Markdown's emphasis.
_AROUND = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069*_# \t\u00a0"

#: What may stand between the colon and the text: blanks, and the end of the label's own direction.
_AFTER = " \t\u00a0\u202c\u2069"


class _Label(NamedTuple):
    """Whom a label means: a side (or None) with the speaker's name, or the role of someone unjudged."""

    side: str | None
    speaker: str
    role: str = ""


class _Turn(NamedTuple):
    label: _Label
    line: int
    lines: list[str]


def parse(data: bytes, place: str, speakers: Mapping[str, str] | None = None) -> tuple[Document, list[Problem]]:
    """Return the debate in a transcript as a case document, and warnings.

    `place` names the source in messages. `speakers` says what labels mean that the text itself does not explain (see
    `labels`): ``A``, ``B``, ``unjudged``, or ``text`` for one that is no label. Raises `InputError` with every
    problem: ``json.utf8``, ``case.control``, ``case.length``, ``case.empty-speech``, ``transcript.front-matter``,
    ``transcript.format``, ``transcript.unknown-speaker``, ``transcript.no-speech``, each with its line.
    """
    text = decoded(data, place).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    problems = [
        Problem(
            "case.control",
            f"{place}: line {number}, column {found.start() + 1}",
            f"holds the control character {shown(found.group())}, which no text may",
            "Remove it; a wrong character set when the file was made often causes them.",
        )
        for number, line in enumerate(lines, 1)
        if (found := CONTROL.search(line))
    ]
    if problems:
        raise InputError(problems)
    head, first = _front_matter(lines, place)
    given = {_key(name): (name, meaning) for name, meaning in (speakers or {}).items()}
    known = _labels(head, place) | {
        key: _Label(meaning, name) if meaning in ("A", "B") else _Label(None, name, UNJUDGED[0])
        for key, (name, meaning) in given.items()
        if meaning != "text"
    }
    words = frozenset(key for key, (_, meaning) in given.items() if meaning == "text")
    turns, warnings, problems = _turns(lines, first, known, words, bool(head.get("speakers")), place)
    speeches, unjudged = _speeches(turns, place, problems)
    if not speeches and not problems:
        problems.append(
            Problem(
                "transcript.no-speech",
                place,
                "holds no speech: no line begins with a known label",
                "Begin each speech with A: or B:, or with a name listed in the front matter.",
            )
        )
    if problems:
        raise InputError(problems)
    if not head.get("motion"):
        warnings.append(
            Problem(
                "transcript.no-motion",
                place,
                "does not say what is debated",
                "Give a motion in the front matter.",
                "warning",
            )
        )
    names = head.get("sides", {})
    document: Document = {
        "dikast": VERSION,
        "format": head.get("format") or None,
        "motion": head.get("motion", ""),
        "lang": head.get("lang") or None,
        "sides": {side: {"name": names.get(side) or side} for side in ("A", "B")},
        "speeches": speeches,
    }
    return document | ({"unjudged": unjudged} if unjudged else {}), warnings


class Spoken(NamedTuple):
    """A label that could be a speaker's name: as first written, its line, how often it stands, what follows it."""

    name: str
    line: int
    times: int
    beginning: str


def labels(data: bytes, place: str) -> list[Spoken]:
    """Return what could be names of speakers in a transcript that does not say who speaks for which side, in order.

    What looks like a name counts where it begins a paragraph, longer names where they begin several lines. Raises
    `InputError` like `parse`.
    """
    lines = decoded(data, place).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head, first = _front_matter(lines, place)
    known = _labels(head, place)
    found: dict[str, Spoken] = {}
    leading: set[str] = set()
    apart = True
    for number, line in enumerate(lines[first:], first + 1):
        match = _LABELLED.match(line)
        if match and _perhaps_a_name(match["label"]) and (key := _key(match["label"])) not in known:
            spoken = found.get(key) or Spoken(match["label"].strip(_AROUND), number, 0, match["rest"].strip(" *")[:200])
            found[key] = spoken._replace(times=spoken.times + 1)
            leading |= {key} if apart and _like_a_name(match["label"], match["rest"]) else set()
        apart = not line.strip()
    return [spoken for key, spoken in found.items() if key in leading or spoken.times > 1]


class _Loader(yaml.BaseLoader):
    """Strings, lists and mappings only; no alias, which a small text can blow up with; no key twice."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem="an alias (*name) is not allowed", problem_mark=event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        for i, key in enumerate(keys):
            if key in keys[:i]:
                raise yaml.MarkedYAMLError(
                    problem=f"the key {shown(key)} occurs twice", problem_mark=node.value[i][0].start_mark
                )
        return super().construct_mapping(node, deep)


def _front_matter(lines: list[str], place: str) -> tuple[dict[str, Any], int]:
    """Return the front matter, checked, and the index of the first line after it."""
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if not lines or lines[start].rstrip() != "---":
        return {}, 0
    end = next((i for i in range(start + 1, len(lines)) if lines[i].rstrip() in ("---", "...")), None)
    if end is None:
        raise InputError(
            _head_problem(
                f"{place}: line {start + 1}", "the front matter has no end", "End it with a line of three hyphens."
            )
        )
    text = "\n".join(lines[start + 1 : end])
    brackets = text.count("[") + text.count("{")
    if len(text) > MAX_FRONT_MATTER or brackets > MAX_BRACKETS:
        raise InputError(
            _head_problem(
                f"{place}: line {start + 1}",
                f"the front matter is {len(text):,} characters long with {brackets:,} brackets, more than "
                f"{MAX_FRONT_MATTER:,} or {MAX_BRACKETS}",
                f"Keep it to {', '.join(_FIELDS)}.",
            )
        )
    try:
        head = yaml.load(text, Loader=_Loader)  # a BaseLoader: makes nothing but strings, lists and mappings
    except yaml.MarkedYAMLError as error:
        line = start + 2 + (error.problem_mark.line if error.problem_mark else 0)
        raise InputError(
            _head_problem(
                f"{place}: line {line}",
                f"is not YAML: {error.problem}",
                "Put a value with a colon or a quote mark in it between quotes.",
            )
        ) from None
    except (yaml.YAMLError, RecursionError, TypeError):
        raise InputError(_head_problem(f"{place}: line {start + 1}", "the front matter is not YAML", "")) from None
    problems = _head_problems({} if head == "" or head is None else head, f"{place}: front matter")
    if problems:
        raise InputError(problems)
    return head or {}, end + 1


def _head_problems(head: Any, where: str) -> list[Problem]:
    if not isinstance(head, dict):
        return [_head_problem(where, f"is {shown(head)}, but must be fields such as motion: …", "")]
    problems = [
        _head_problem(where, f"has the unknown field {shown(field)}", f"Known are: {', '.join(_FIELDS)}.")
        for field in head
        if field not in _FIELDS
    ]
    problems += [
        _head_problem(f"{where}: {field}", f"is {shown(head[field])}, but must be text", "")
        for field in ("motion", "format", "lang")
        if not isinstance(head.get(field, ""), str)
    ]
    for field, what in (("sides", "a name"), ("speakers", "a list of names")):
        value = head.get(field, {})
        if not isinstance(value, dict) or any(side not in ("A", "B") for side in value):
            problems.append(
                _head_problem(
                    f"{where}: {field}",
                    f"is {shown(value)}, but must give {what} for A and B",
                    f"Write {field}: {{A: …, B: …}}.",
                )
            )
            continue
        for side, given in value.items():
            names = given if isinstance(given, list) and field == "speakers" else [given]
            if not all(isinstance(name, str) and name.strip() for name in names):
                problems.append(_head_problem(f"{where}: {field}.{side}", f"is {shown(given)}, but must be {what}", ""))
    if isinstance(head.get("sides"), dict) and len(head["sides"]) == 1:
        problems.append(_head_problem(f"{where}: sides", "names one side only", "Name both: {A: …, B: …}."))
    named = head.get("format")
    if isinstance(named, str) and named and named not in formats.ids():
        problems.append(
            Problem(
                "transcript.format",
                f"{where}: format",
                f"is {shown(named)}, which is no known format",
                f"Use one of: {', '.join(formats.ids())}; or leave it out.",
            )
        )
    return problems


def _head_problem(where: str, message: str, hint: str) -> Problem:
    return Problem("transcript.front-matter", where, message, hint)


def _key(label: str) -> str:
    """Return a label as it is compared: without marks around it, in one case, blanks and composition evened out."""
    return " ".join(unicodedata.normalize("NFC", label.strip(_AROUND)).casefold().split())


def _labels(head: Mapping[str, Any], place: str) -> dict[str, _Label]:
    labels: dict[str, _Label] = {role: _Label(None, "", role) for role in UNJUDGED}
    speakers = {side: given if isinstance(given, list) else [given] for side, given in head.get("speakers", {}).items()}
    own: dict[str, _Label] = {}
    for side in ("A", "B"):
        alone = speakers.get(side, [])[0] if len(speakers.get(side, [])) == 1 else ""
        names = head.get("sides", {}).get(side, side), side
        for name, speaker in [*((name, alone) for name in names), *((name, name) for name in speakers.get(side, []))]:
            if own.setdefault(_key(name), _Label(side, speaker.strip())).side != side:
                raise InputError(
                    _head_problem(
                        f"{place}: front matter",
                        f"{shown(name)} means side A and side B",
                        "Give every side and speaker a name of its own.",
                    )
                )
    return labels | own


def _turns(
    lines: list[str], first: int, labels: Mapping[str, _Label], words: frozenset[str], listed: bool, place: str
) -> tuple[list[_Turn], list[Problem], list[Problem]]:
    """Return the turns, and warnings and errors about labels that nobody is known by."""
    turns: list[_Turn] = []
    warnings: list[Problem] = []
    errors: list[Problem] = []
    apart = True  # whether the line stands at the beginning of a paragraph
    for number, line in enumerate(lines[first:], first + 1):
        found = _LABELLED.match(line)
        known = labels.get(_key(found["label"])) if found else None
        if found and known:
            rest = found["rest"].lstrip(_AFTER).rstrip()
            if found["label"].startswith("**"):
                rest = rest.removeprefix("**").lstrip()
            speaker = known.speaker or (found["label"].strip(_AROUND) if known.role else "")
            turns.append(_Turn(known._replace(speaker=speaker), number, [rest]))
        elif not turns and line.strip():
            errors.append(_unknown(place, number, found["label"] if found else line, beginning=True))
            break
        else:
            named = found and apart and _like_a_name(found["label"], found["rest"])
            if found and named and _key(found["label"]) not in words:
                if listed:
                    warnings.append(
                        Problem(
                            "transcript.label",
                            f"{place}: line {number}",
                            f"begins with {shown(found['label'])}, which is no listed speaker; taken "
                            "as part of the speech",
                            "List it under speakers if it is one.",
                            "warning",
                        )
                    )
                else:
                    errors.append(_unknown(place, number, found["label"], beginning=False))
            if turns:
                turns[-1].lines.append(line.rstrip())
        apart = not line.strip()
    return turns, warnings, errors


def _like_a_name(label: str, rest: str) -> bool:
    """Return whether an unknown label could be a speaker's: two words (in capitals three), no digits."""
    words = label.strip(_AROUND).split()
    capitals = all(word[0].isupper() for word in words)
    return (
        0 < len(words) <= (3 if capitals else 2)
        and not any(char.isdigit() for word in words for char in word)
        and not any(word[0].islower() or not word[0].isalpha() for word in words)
        and (not rest or rest[0].isspace() or rest[0] == "*")
    )


def _perhaps_a_name(label: str) -> bool:
    """Return whether a label could be a name that has lower-case parts, numbers or a title in it."""
    words = label.strip(_AROUND).split()
    return 0 < len(words) <= 5 and words[0][0].isalpha() and not words[0][0].islower()


def _unknown(place: str, number: int, label: str, *, beginning: bool) -> Problem:
    hint = "Add the name to the front matter, speakers: {A: […], B: […]}, or begin the line with A: or B:."
    if not beginning:
        hint += " If it is part of the speech, list the speakers, or begin the line with a blank."
    return Problem(
        "transcript.unknown-speaker",
        f"{place}: line {number}",
        f"begins with {shown(label)}, which is neither a side nor a listed speaker",
        hint,
    )


def _speeches(
    turns: list[_Turn], place: str, problems: list[Problem]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    speeches: list[dict[str, Any]] = []
    unjudged: list[dict[str, Any]] = []
    for label, line, parts in turns:
        text = "\n".join(parts).strip()
        where = f"{place}: line {line}"
        if not text:
            problems.append(
                Problem(
                    "case.empty-speech",
                    where,
                    "begins a speech without words",
                    "Leave the label out, or give the text.",
                )
            )
        elif len(text) > MAX_SPEECH:
            problems.append(
                Problem(
                    "case.length",
                    where,
                    f"begins a speech of {len(text):,} characters, more than {MAX_SPEECH:,}",
                    "Split or shorten it.",
                )
            )
        elif label.side is None:
            unjudged.append(
                {
                    "after": speeches[-1]["id"] if speeches else None,
                    "role": label.role,
                    "speaker": label.speaker,
                    "text": text,
                }
            )
        else:
            speeches.append({"id": f"s{len(speeches) + 1}", "side": label.side, "speaker": label.speaker, "text": text})
    return speeches, unjudged
