"""Names out of the texts that blind questions show.

A blind question accepts only `Blinded` text, and `mask`, which needs the participants' names, is the only way to
make one: masking cannot be forgotten. Names are masked, never sides or positions. Must not know questions.

What it cannot do: tell the speaker Will from "Will we pay?" at the start of a sentence (both are masked), or
find nicknames and inflected names that differ from the name given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from dikast.core.problems import DikastBug
from dikast.perception.neutral import neutral

#: Stands for any participant's name.
NAME = "[name]"

_LABELS = """
    a b c d pro con aff neg gov opp og oo cg co affirmative negative proposition opposition government
    proponent opponent for against side bench team speaker debater participant user guest moderator host chair
    chairman chairwoman chairperson judge audience narrator anonymous unknown leader deputy prime minister
    member whip first second third fourth fifth sixth st nd rd th one two three four five six opening closing
    rebuttal reply the of and to on in house motion mr mrs ms miss mx dr prof professor sir lord lady dame hon
    rev president senator معارضة المعارضة موالاة الموالاة متحدث المتحدث متحدثة المتحدثة أول الأول ثاني الثاني
    ثالث الثالث رئيس الرئيس فريق الفريق الحكم المحكم المشرف السيد السيدة الدكتور الدكتورة الأستاذ الأستاذة
"""
#: Words that label a position or a person's rank and are nobody's name.
GENERIC = frozenset(_LABELS.split())

_PROOF = object()
_SPLIT = re.compile(r"[\s\-_.,;:()\[\]/\\|\"\u00b7\u2010-\u2015]+")
#: Before a name: the edge of a word, an @, or one or two Arabic particles that are written with the name.
_BEFORE = r"(?:(?<![\w@])@?|(?<=\W[وفبلك])|(?<=^[وفبلك])|(?<=\s[وف][بلك])|(?<=^[وف][بلك]))"
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]{3}$")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_REPEATED = re.compile(r"\[name\](?:[ \u00a0,.\-]{1,2}\[name\])+")
_GENITIVE = re.compile(r"(?<!['\u2018\w])\[name\]['\u2019](?:s\b|S\b|(?!\w))|\[name\]['\u2019](?:s\b|S\b)")


class Blinded:
    """Text without markup and without participants' names. Made by `mask` only."""

    __slots__ = ("text",)

    def __init__(self, text: str, *, proof: object = None) -> None:
        if proof is not _PROOF:
            raise DikastBug("Blinded text comes from blinding.mask, which needs the participants' names")
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blinded) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Blinded({self.text!r})"


def mask(text: str, names: Iterable[str]) -> Blinded:
    """Return `text`, neutralised, with every name of a participant replaced by ``[name]`` (the method, §4.1).

    Args:
        text: a passage as stored.
        names: everybody who takes part, as the record names them. Generic labels (``Speaker 1``, ``Pro``) are
            passed over, and so are single letters.

    Names of several words are found in any case, whole or in part; a single word only as spelled, capitalised
    or in capitals, and only as a whole word, so that the speaker May does not cost the text every "may".
    A genitive keeps its ``'s`` whatever the name ended in; names side by side count as one.
    """
    masked = unicodedata.normalize("NFC", neutral(text))
    pattern = _pattern(tuple(sorted({unicodedata.normalize("NFC", neutral(name)) for name in names})))
    if pattern is not None:
        masked = pattern.sub(NAME, masked)
        masked = _REPEATED.sub(NAME, masked)
        masked = _GENITIVE.sub(f"{NAME}'s", masked)
    return Blinded(masked, proof=_PROOF)


def is_name(name: str) -> bool:
    """Return whether `name` is somebody's name and not a generic label such as ``Speaker 1``."""
    return any(_own(word) for word in _words(name))


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return one pattern for all the forms of `names`, longest first, or None if none is a name."""
    forms: dict[str, str] = {}
    for name in names:
        if is_name(name):
            for form, pattern in _forms(name):
                forms[form] = pattern
    if not forms:
        return None
    ordered = sorted(forms.items(), key=lambda item: (-len(item[0]), item[0]))
    return re.compile("|".join(pattern for _, pattern in ordered))


def _forms(name: str) -> list[tuple[str, str]]:
    """Return (form, pattern) for every way `name` may occur."""
    found: list[tuple[str, str]] = []
    parts = _words(name)
    for size in range(len(parts), 1, -1):
        for begin in range(len(parts) - size + 1):
            run = parts[begin : begin + size]
            if any(_own(word) and _is_capital(word) for word in run) or (size == len(parts)):
                body = r"[\s\-_.,\u00b7\u2010-\u2015]{1,3}".join(re.escape(word) for word in run)
                found.append((" ".join(run).lower(), _edges(f"(?i:{body})", run[0], run[-1])))
    for word in parts:
        if _own(word) and (_is_capital(word) or len(parts) == 1):
            for form in dict.fromkeys((word, word[:1].upper() + word[1:], word.upper())):
                found.append((form, _edges(re.escape(form), word, word)))
            if _HAN.match(word):
                found.append((word[1:], re.escape(word[1:])))
    whole = name.strip()
    if len(parts) > 1 and whole:
        found.append((whole.lower() + " ", _edges(f"(?i:{re.escape(whole)})", parts[0], parts[-1])))
    return found


def _edges(body: str, first: str, last: str) -> str:
    """Return `body` as a pattern for whole words; Arabic prepositions and conjunctions may be attached before it."""
    before = "" if _UNSPACED.match(first) else _BEFORE
    after = "" if _UNSPACED.match(last[-1]) else r"(?!\w)"
    return f"{before}{body}{after}"


def _words(name: str) -> list[str]:
    return [word.strip("'\u2019") for word in _SPLIT.split(name) if word.strip("'\u2019")]


def _own(word: str) -> bool:
    """Return whether `word` is a name by itself: two letters or more, and no generic label."""
    bare = word.strip("0123456789#").lower()
    return sum(char.isalpha() for char in bare) >= 2 and bare not in GENERIC


def _is_capital(word: str) -> bool:
    """Return whether `word` is written as a name: it has a capital, or its script has none."""
    return word.lower() != word or word.lower() == word.upper()
