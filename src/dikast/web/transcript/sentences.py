"""The problems of a transcript in the reader's language: one sentence a code, built from facts.

What is wrong inside a case or JSON file is told in the file's own terms, in English, after a translated beginning.
Must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from markupsafe import Markup

from dikast.core.problems import Problem
from dikast.record.exporters.shown import isolated
from dikast.web.debates.bringing import LIMIT, SPEECHES, WAITING
from dikast.web.debates.opening import MOTION_LIMIT, NAME_LIMIT

_LINE: Final = re.compile(r"line (\d+)")
#: Problems told one by one; of more, how many there are.
SHOWN: Final = 12


def sentence(problem: Problem) -> Markup:
    """Return a problem as a sentence."""
    found = _LINE.search(problem.place)
    line = found.group(1) if found else ""
    facts = {
        "line": line,
        "kilobytes": LIMIT // 1024,
        "speeches": SPEECHES,
        "waiting": WAITING,
        "motion": MOTION_LIMIT,
        "name": NAME_LIMIT,
    }
    at_line, plain = _sentences()
    words = at_line.get(problem.code) if line else None
    words = words or plain.get(problem.code)
    if words is not None:
        return Markup(words) % facts
    told = Markup('<span lang="en" dir="ltr">{}</span>').format(isolated(_told(problem)))
    return Markup(_("The file could not be used: %(reason)s")) % {"reason": told}


def _told(problem: Problem) -> str:
    hint = f". {problem.hint}" if problem.hint else ""
    return f"{problem.place}: {problem.message}{hint}"


def _sentences() -> tuple[dict[str, str], dict[str, str]]:
    """Return the sentences for problems at a line, and for all others, by code."""
    unknown = _(
        "Line %(line)s begins with no name that is known. Begin every speech with its speaker's name and a colon, and "
        "take out what stands before the first speech."
    )
    at_line = {
        "transcript.unknown-speaker": unknown,
        "transcript.front-matter": _(
            "The block between the hyphens at line %(line)s cannot be read. Mend it or take it out."
        ),
        "case.empty-speech": _("Line %(line)s begins a speech without words. Give its text, or take the name out."),
        "case.length": _("The speech that begins at line %(line)s is too long. Split or shorten it."),
        "case.control": _("Line %(line)s holds a control character that no text may. Take it out."),
        "json.syntax": _("The file stops being JSON at line %(line)s."),
        "json.utf8": _("Line %(line)s is not written in UTF-8. Save the file as UTF-8 and send it again."),
    }
    plain = {
        "bringing.too-big": _("At most %(kilobytes)s kB can be brought. Bring a part of it."),
        "bringing.nothing": _("There is nothing to read yet. Paste the debate, or choose its file."),
        "bringing.too-many": _("At most %(speeches)s speeches can be brought. Bring a part of the debate."),
        "bringing.one-side": _("Each side needs at least one speech."),
        "bringing.waiting": _("%(waiting)s of your debates wait for the judge. Wait until one of them is ruled."),
        "bringing.method": _("Choose one of the methods."),
        "bringing.readings": _("Choose how many readings are to be made."),
        "opening.judge": _("Choose one of the judges."),
        "opening.visibility": _("Choose who may see the debate."),
        "opening.format": _("Choose one of the formats, or none."),
        "opening.motion-too-long": _("The motion is longer than %(motion)s characters."),
        "opening.name-too-long": _("A side's name is longer than %(name)s characters."),
        "opening.same-names": _("Both sides have the same name. Give them different ones."),
        "text.unstorable": _("The text holds a character that cannot be kept and shows nothing. Take it out."),
        "transcript.front-matter": _(
            "The block between the hyphens at the beginning cannot be read. Mend it or take it out."
        ),
        "transcript.format": _("The text names a format that is not known here. Take it out or name another."),
        "transcript.lang": _("Write the language as a tag, such as en, ar, es or pt-BR."),
        "transcript.no-name": _("Give the side a name."),
        "transcript.no-speech": _("No speech was found. Begin every speech with its speaker's name and a colon."),
        "transcript.meaning": _("Say of every name what it stands for."),
        "transcript.which": _("Choose one of the debates in the file."),
        "case.no-speech": _("The file holds no speech."),
    }
    return at_line, plain


def sentences(problems: Iterable[Problem]) -> list[tuple[str, Markup]]:
    """Return (field, sentence) for each problem, as the form parts take them; the same sentence once."""
    told = {(problem.place, sentence(problem)): None for problem in problems}
    distinct = list({words: (place, words) for place, words in told}.values())
    more = len(distinct) - SHOWN
    if more > 0:
        words = Markup(_("And %(number)s more.")) % {"number": more}
        return [*distinct[:SHOWN], ("", words)]
    return distinct
