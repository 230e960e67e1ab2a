"""Every setting of Dikast in one table: name, type, default, help.

A setting is an environment variable; keys of providers have the names that their own tools use. Must not know what
a setting does: readers ask for the value and nothing else reads the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dikast.core.problems import InputError, Problem


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table.

    Attributes:
        name: the environment variable.
        kind: ``text``, ``path``, ``whole`` (a whole number) or ``seconds`` (a number above 0).
        default: as a user would write it; empty for none.
        help: one sentence for the documentation.
        least: the smallest value of a whole number.
        secret: whether the value must never be shown.
    """

    name: str
    kind: str
    default: str
    help: str
    least: int = 0
    secret: bool = False


TABLE: tuple[Setting, ...] = (
    Setting("DIKAST_DATA", "path", "", "The folder that holds all state; by default the platform's own data folder."),
    Setting("DIKAST_JUDGE", "text", "local", "The judge asked when a command names none."),
    Setting("DIKAST_MODEL", "path", "", "A GGUF file for the local judge in place of the fetched model."),
    Setting("DIKAST_CONTEXT", "whole", "16384", "Context of the local model, in tokens.", 1024),
    Setting("DIKAST_THREADS", "whole", "0", "Threads of the local model; 0 means one for each core."),
    Setting("DIKAST_START_TIMEOUT", "seconds", "120", "Seconds the local model may take to load."),
    Setting("DIKAST_TIMEOUT", "seconds", "600", "Seconds one call of a model may take."),
    Setting("DIKAST_CONCURRENCY", "whole", "8", "Calls under way at once at a provider or a server given by URL.", 1),
    Setting("DIKAST_TRIES", "whole", "3", "Replies asked for one question before it is a fault.", 1),
    Setting("DIKAST_RETRIES", "whole", "5", "Repeats of one call that never reached an answer (network, rate limit)."),
    Setting("DIKAST_DEBATES_AT_ONCE", "whole", "8", "Debates that one worker judges at once.", 1),
    Setting("DIKAST_FIRST_WAIT", "seconds", "1", "Seconds before a call's first repeat; each further wait is doubled."),
    Setting(
        "DIKAST_LONGEST_WAIT",
        "seconds",
        "120",
        "The most seconds before a repeat; a provider that asks for more time is a fault.",
    ),
    Setting("DIKAST_MAX_CALLS", "whole", "0", "The most calls of one judging; 0 means no limit."),
    Setting("DIKAST_MAX_TOKENS", "whole", "0", "The most tokens, in and out, of one judging; 0 means no limit."),
    Setting("DIKAST_SERVER_KEY", "text", "", "Bearer key for a server given by URL.", secret=True),
    Setting("DIKAST_MODE", "text", "local", "`local` for one's own machine, `production` for a public address."),
    Setting("DIKAST_ADDRESS", "text", "", "The platform's public address, such as `https://debates.example`."),
    Setting(
        "DIKAST_SECRET_KEY", "text", "", "At least 50 random characters that sign sessions and links.", secret=True
    ),
    Setting(
        "DIKAST_DATABASE", "text", "", "A postgresql:// address; by default SQLite in the data folder.", secret=True
    ),
    Setting("DIKAST_JUDGES", "text", "", "Judges that debaters may choose from, with commas; by default DIKAST_JUDGE."),
    Setting(
        "DIKAST_LIMITS",
        "text",
        "",
        "What all workers together may ask of a judge: `anthropic:*: at_once=20, per_minute=1000, "
        "tokens_per_minute=400000, dollars_per_day=50; openai:MODEL: …`; by default no limits.",
    ),
    Setting("DIKAST_WEB_PROCESSES", "whole", "2", "Processes that serve pages.", 1),
    Setting("DIKAST_METRICS_TOKEN", "text", "", "Bearer token for /metrics from other machines.", secret=True),
    Setting("DIKAST_LOG", "text", "plain", "`plain` lines, or `json`: one object a line."),
    Setting("DIKAST_MAIL", "text", "", "smtps://user:password@host:465; by default mail goes into files.", secret=True),
    Setting("DIKAST_MAIL_FROM", "text", "Dikast <dikast@localhost>", "The sender of mail."),
    Setting("OPENAI_API_KEY", "text", "", "Key for `openai:` judges.", secret=True),
    Setting("OPENAI_BASE_URL", "text", "", "Another address for `openai:` judges."),
    Setting("ANTHROPIC_API_KEY", "text", "", "Key for `anthropic:` judges.", secret=True),
    Setting("ANTHROPIC_BASE_URL", "text", "", "Another address for `anthropic:` judges."),
)

_ROWS = {row.name: row for row in TABLE}


class Settings:
    """The values in force.

    Args:
        environment: where to read them; the process's own environment by default.

    Raises:
        InputError: with every value that has the wrong form (``settings.invalid``).
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        given = os.environ if environment is None else environment
        self._values = {row.name: given.get(row.name, "").strip() or row.default for row in TABLE}
        problems = [problem for row in TABLE if (problem := _check(row, self._values[row.name]))]
        if problems:
            raise InputError(problems)

    def text(self, name: str) -> str:
        """The value of a ``text`` setting, empty when unset."""
        return self._values[_ROWS[name].name]

    def whole(self, name: str) -> int:
        """The value of a ``whole`` setting."""
        return int(self._values[name])

    def seconds(self, name: str) -> float:
        """The value of a ``seconds`` setting."""
        return float(self._values[name])

    def path(self, name: str) -> Path | None:
        """The value of a ``path`` setting, None when unset."""
        value = self._values[name]
        return Path(value).expanduser() if value else None

    @property
    def data(self) -> Path:
        """The folder that holds all state. It is not created here."""
        import platformdirs

        return self.path("DIKAST_DATA") or Path(platformdirs.user_data_dir("dikast", appauthor=False))


def _check(row: Setting, value: str) -> Problem | None:
    rule = ""
    if row.kind == "whole":
        try:
            fits = value.isascii() and int(value) >= row.least
        except ValueError:
            fits = False
        rule = "" if fits else f"a whole number of at least {row.least}"
    elif row.kind == "seconds":
        try:
            fits = 0 < float(value) < float("inf")
        except ValueError:
            fits = False
        rule = "" if fits else "a number of seconds above 0"
    if not rule:
        return None
    return Problem("settings.invalid", row.name, f"{value!r} is not {rule}", f"Unset {row.name} or correct it.")
