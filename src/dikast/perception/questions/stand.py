"""Whether a text of the judge takes a stand on the motion, or gives a verdict where it may not.

The judge weighs reasoning and evidence and never says whose values are right (the method, §3.5). The check is small
and stated: (1) the model says of its own text that it takes a stand; (2) a sentence, in English, that says what the
house, the motion or the world should be, or that the motion is right or wrong, and does not report it as somebody's
argument; (3) a sentence that states the motion itself as a fact. In other languages (1) and (3) alone hold.
Must not know the debate beyond its motion.
"""

from __future__ import annotations

import re

from dikast.core.text import fold
from dikast.perception.neutral import neutral

_SENTENCE = re.compile(r"[^.!?\u061f\u3002\n]+[.!?\u061f\u3002]?")
_NORM = r"(?:should|must|ought to|has to|have to|needs? to|deserves? to)"
_STAND = re.compile(
    rf"\bthis house (?:would|{_NORM}|is right|rightly)\b"
    r"|\b(?:the )?(?:motion|resolution|proposal|policy)(?: itself)? (?:is|was|seems|must be|should be|ought to be)"
    r" (?:\w+ly )?(?:right|true|correct|good|just|justified|wrong|false|bad|unjust|immoral|adopted|accepted|rejected"
    r"|passed|supported|opposed|sound|desirable)\b"
    rf"|\b(?:we|society|humanity|people|governments?|the (?:state|law|world|government|public)|everyone) {_NORM}\b"
    r"|\bin my (?:own )?(?:view|opinion)\b|\bI (?:personally )?(?:believe|think|agree|support|oppose)\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:argu(?:e[sd]?|ing|ments?)|claim(?:s|ed|ing)?|sa(?:y|ys|id|ying)|assert\w*|contend\w*|maintain\w*|insist\w*"
    r"|stat(?:e[sd]|ing)|hold(?:s|ing)? that|held that|case (?:that|for|against)|view that|position that|point that"
    r"|propos(?:e[sd]?|ing)|object\w*|answer\w*|repl(?:y|ies|ied)|show\w*|establish\w*|prov(?:e[sd]?|ing)|demonstrat\w*"
    r"|whether|why|reasons?|evidence|according to)\b",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"\b(?:you|[AB]|side [AB]|both sides|nobody|proposition|opposition) (?:\w+ly )?(?:won|lost|wins?|loses?"
    r"|deserve[sd]?|prevail(?:s|ed)?)\b|\b(?:winner|loser|winning side|losing side|victory|defeated side)\b"
    r"|\b\d+ ?(?:/|out of) ?10\b|\bpoints? (?:scored|total)\b",
    re.IGNORECASE,
)
_PREFIX = re.compile(
    r"^(?:this house(?: would| believes(?: that)?| supports?| regrets| opposes)?|resolved:?(?: that)?|th[wb]t?)\s+",
    re.IGNORECASE,
)


def takes_stand(text: str, motion: str) -> str | None:
    """Return the first sentence of `text` that takes a stand on `motion`, or None."""
    bare = _PREFIX.sub("", fold(neutral(motion))[0].strip(" .!?")).casefold()
    for sentence in _sentences(text):
        if _REPORTED.search(sentence):
            continue
        if _STAND.search(sentence):
            return sentence
        if len(bare) >= 12 and fold(sentence)[0].strip(" .!?'").casefold() == bare:
            return sentence
    return None


def gives_verdict(text: str) -> str | None:
    """Return the first sentence of `text` that says who won or lost, or gives grades (English), or None."""
    return next((sentence for sentence in _sentences(text) if _VERDICT.search(sentence)), None)


def _sentences(text: str) -> list[str]:
    return [match.group().strip() for match in _SENTENCE.finditer(text)]
