"""Why a text was not let onto the floor, in the reader's language: first what, then the rule and the way out.

The sentences are made from the facts (limits, lengths, names), not from the English of `core.rules`. Must not know
how a refusal is laid out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dikast.core.formats import Length
from dikast.core.lengths import graphemes, words
from dikast.core.problems import Problem
from dikast.web.debates.models import Debate
from dikast.web.debates.posting import Sending
from dikast.web.debates.records import rules_of

#: Code of a problem → the field that is at fault, "" for none.
FIELDS = {
    "rules.too-short": "text",
    "rules.too-long": "text",
    "text.unstorable": "text",
    "rules.unknown-post": "target",
    "rules.wrong-side": "target",
    "rules.not-a-proposition": "target",
    "posting.no-target": "target",
    "rules.several-acts": "act",
    "rules.no-yield": "act",
    "rules.yield-with-text": "act",
    "posting.unknown-act": "act",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal in words: the first line, the rule with the way out, and what stands at the fields."""

    title: str
    body: str
    errors: dict[str, str]


def refusal(problems: Sequence[Problem], debate: Debate, sending: Sending) -> Refusal:
    """Return the words for the problems that stand against a sending; the first of them gives the first line."""
    told = list(dict.fromkeys((problem.code, *_words(problem.code, debate, sending)) for problem in problems))
    errors = {FIELDS[code]: what for code, what, _rule in reversed(told) if code in FIELDS}
    kept = _("Your text is kept; the judge has not seen it.")
    rules = [rule for _code, _what, rule in told if rule]
    more = dict.fromkeys(what for _code, what, _rule in told[1:] if what != told[0][1])
    return Refusal(_("Not posted. %(what)s") % {"what": told[0][1]}, " ".join([*rules[:1], *more, kept]), errors)


def limits(debate: Debate) -> Length:
    """Return the lengths that the turn due now must keep."""
    fmt = rules_of(debate)
    if fmt.floor is not None or debate.posts_count >= len(fmt.turns):
        return fmt.length
    return fmt.turns[debate.posts_count].length


def _words(code: str, debate: Debate, sending: Sending) -> tuple[str, str]:
    """Return what is wrong, and the rule with the way out."""
    target = {"post": "" if sending.target is None else f"P{sending.target}"}
    said: dict[str, tuple[str, str]] = {
        "rules.floor-closed": (_("The floor is closed."), _("Nothing can be added to the record any more.")),
        "rules.deadline-passed": (
            _("The time for this turn has run out."),
            _("Only what comes in time counts."),
        ),
        "rules.not-your-turn": (
            _("It is not your turn."),
            _("The sides speak in turn. Post it when the other side has spoken."),
        ),
        "rules.no-yield": (_("A speech cannot be yielded."), _("Only an open floor can be yielded.")),
        "rules.yield-with-text": (
            _("Yielding carries no text."),
            _("Choose what your post does, or empty the text and yield."),
        ),
        "rules.several-acts": (_("A post names one point."), _("Answer one point, then the next in another post.")),
        "rules.unknown-post": (
            _("There is no %(post)s on the record.") % target,
            _("Name a post that was made before this one."),
        ),
        "rules.wrong-side": _wrong_side(sending, target),
        "rules.not-a-proposition": (
            _("%(post)s puts no point.") % target,
            _("A concession or a clarification cannot be answered or conceded. Choose another post."),
        ),
        "posting.no-target": (_("It names no point."), _("Choose the point that it is about.")),
        "posting.unknown-act": (_("It is not clear what this post does."), _("Choose one of the acts.")),
        "posting.signed-out": (
            _("You are not signed in here any more."),
            _("Sign in on another page of this browser, then send it again."),
        ),
        "posting.no-seat": (_("You have no seat in this debate."), _("You can watch and follow it.")),
        "posting.not-open": (
            _("The floor is not open yet."),
            _("The other side has nobody. Send them the invitation."),
        ),
        "posting.not-your-speech": (
            _("This speech belongs to another member of your team."),
            _("Each member gives the speeches of their own position."),
        ),
        "posting.moved-on": (
            _("The debate went on while you were writing."),
            _("Read what came in between, then post again."),
        ),
        "text.unstorable": (
            _("The text holds a sign that cannot be kept."),
            _("It shows nothing; type or paste the passage anew without it."),
        ),
    }
    if code in ("rules.too-short", "rules.too-long"):
        return _length(code, debate, sending.text)
    return said[code]


def _wrong_side(sending: Sending, target: dict[str, Any]) -> tuple[str, str]:
    if sending.act == "clarifies":
        return (
            _("%(post)s is not your own point.") % target,
            _("A clarification names a post of your own side."),
        )
    return (
        _("%(post)s is your own point.") % target,
        _("An answer or a concession names a post of the other side."),
    )


def _length(code: str, debate: Debate, text: str) -> tuple[str, str]:
    limit, count, signs = limits(debate), words(text), graphemes(text.strip())
    if code == "rules.too-short":
        if count < limit.min_words:
            what = ngettext("The text has %(number)s word.", "The text has %(number)s words.", count)
            return what % {"number": count}, _("At least %(least)s are needed.") % {"least": limit.min_words}
        what = ngettext("The text has %(number)s character.", "The text has %(number)s characters.", signs)
        return what % {"number": signs}, _("At least %(least)s are needed.") % {"least": limit.min_graphemes}
    if count > limit.max_words:
        what = ngettext("The text has %(number)s word.", "The text has %(number)s words.", count)
        return what % {"number": count}, _("At most %(most)s are allowed; cut %(over)s.") % {
            "most": limit.max_words,
            "over": count - limit.max_words,
        }
    what = ngettext("The text has %(number)s character.", "The text has %(number)s characters.", signs)
    return what % {"number": signs}, _("At most %(most)s are allowed; cut %(over)s.") % {
        "most": limit.max_graphemes,
        "over": signs - limit.max_graphemes,
    }
