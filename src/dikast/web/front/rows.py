"""Debates as rows of a list: motion, finding, bar, what it turns on. Must not know which debates are listed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils import formats as dates
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markupsafe import Markup

from dikast.record.exporters.shown import isolated, language
from dikast.record.exporters.words import Voice
from dikast.web.debates.models import Debate
from dikast.web.pages import facing, tongue, url
from dikast.web.ruling.verdict import verdict

#: Columns that a row needs; texts of speeches and cases stay where they are.
COLUMNS = (
    "slug", "motion", "lang", "name_a", "name_b", "origin", "state", "summary", "posts_count", "ruled_at", "closed_at",
    "active_at", "due_at", "yielded", "forfeited", "format", "method", "visibility", "featured_at",
)  # fmt: skip

_TONGUES = dict(settings.LANGUAGES)


def _bar(debate: Debate) -> dict[str, Any] | None:
    now = debate.summary
    if not now:
        return None
    kind = "none" if now["call"] == "none" else "ahead" if now["call"] == "stable" else "level"
    return {"kind": kind, "a": now["a"], "b": now["b"]}


def _shared(debate: Debate) -> dict[str, Any]:
    return {
        "address": url("debate", slug=debate.slug),
        "motion": debate.motion or _("A debate without a stated motion"),
        "lang": language(debate.lang),
        "tongue": "" if debate.lang.split("-")[0] == tongue() else _TONGUES.get(debate.lang.split("-")[0], ""),
        "bar": _bar(debate),
        "names": debate.names,
    }


def turning(debate: Debate) -> str | Markup:
    """Return in a few words what the ruling of a debate turns on."""
    now = debate.summary
    if not now or now["call"] == "none":
        return ""
    if now["contested"]:
        return _("Contested: the judge’s own finding differs")
    number = now["turns_on"]
    if number is None:
        return _("Nothing would change who is ahead")
    return ngettext("Turns on one answer of the judge", "Turns on %(number)s answers of the judge", number) % {
        "number": number
    }


def ruled(debates: Iterable[Debate]) -> list[dict[str, Any]]:
    """Return the rows of debates that are over."""
    code = tongue()
    voice = Voice(code, facing(code))
    rows = []
    for debate in debates:
        now, moment = debate.summary, debate.ruled_at or debate.closed_at or debate.active_at
        ahead = now.get("finding", "") if now.get("call") == "stable" else ""
        ahead = ahead if ahead in debate.names else ""
        if debate.state == "forfeited":
            finding: str | Markup = Markup(_("Forfeited by %(side)s")) % {
                "side": isolated(debate.names.get(debate.forfeited, ""))
            }
        elif not now:
            finding = _("With the judge") if debate.state == "closed" else _("Needs a person")
        elif ahead:
            finding = Markup(_("%(side)s ahead")) % {"side": isolated(debate.names[ahead])}
        else:
            finding = _("Too close to call") if now["call"] == "too_close" else verdict(now, debate.names, voice)
        rows.append(
            _shared(debate)
            | {
                "side": ahead,
                "finding": finding,
                "note": turning(debate),
                "when": dates.date_format(timezone.localtime(moment), "j F"),
                "date": moment.date().isoformat(),
            }
        )
    return rows


def running(debates: Iterable[Debate]) -> list[dict[str, Any]]:
    """Return the rows of debates that run or wait."""
    return [_shared(debate) | {"state": _state(debate)} for debate in debates]


def _state(debate: Debate) -> str:
    if debate.state == "waiting":
        return _("Open floor, a seat is free") if debate.origin == "floor" else _("Match, a seat is free")
    if debate.state == "closed":
        return _("Closed, with the judge")
    said = debate.posts_count
    if debate.origin == "floor":
        return ngettext("Open floor, %(number)s post", "Open floor, %(number)s posts", said) % {"number": said}
    return ngettext("Match, %(number)s speech", "Match, %(number)s speeches", said) % {"number": said}


def parted(debates: Iterable[Debate]) -> dict[str, Any]:
    """Return debates as rows under ``going`` (they run or wait) and ``over``."""
    given = list(debates)
    going = [debate for debate in given if debate.state in ("open", "waiting")]
    return {"going": running(going), "over": ruled(debate for debate in given if debate not in going)}
