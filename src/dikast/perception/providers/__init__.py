"""Judges by name: whoever answers the questions. Each is imported only when it is asked for.

`open_judge` reads the name a user gives. Must not know questions or methods.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dikast.core.problems import InputError, Problem
from dikast.perception.port import Judge
from dikast.settings import Settings

NAMES = (
    "local",
    "local:PATH.gguf",
    "http://ADDRESS#MODEL",
    "https://ADDRESS#MODEL",
    "anthropic:MODEL",
    "openai:MODEL",
    "recorded:CASE",
    "gullible",
    "gullible:SEED",
)
"""The forms that a judge's name can have."""


def open_judge(spec: str, settings: Settings, *, recorded: Mapping[str, Any] | None = None) -> Judge:
    """The judge that `spec` names.

    Args:
        spec: one of the forms in `NAMES`.
        settings: the settings in force.
        recorded: for ``recorded:…``, the case document whose answers are replayed (the caller reads the file).

    Returns:
        A judge; `close` it at the end. A model server is started with the first question, not here.

    Raises:
        InputError: ``judge.unknown``, ``judge.no-model``, ``judge.no-key``, ``judge.unreachable``,
            ``judge.model-not-named`` or ``judge.no-package``.
    """
    kind, _, rest = spec.partition(":")
    if kind == "local":
        return _local(spec, rest, settings)
    if kind in ("http", "https"):
        return _server(spec, settings)
    if kind in ("openai", "anthropic") and rest:
        from dikast.perception.providers.api import open_api

        return open_api(spec, kind, rest, settings)
    if kind == "gullible" and re.fullmatch(r"\d{0,9}", rest):
        from dikast.perception.providers.gullible import GullibleJudge

        return GullibleJudge(int(rest or 0))
    if kind == "recorded" and recorded is not None:
        from dikast.perception.providers.recorded import RecordedJudge

        return RecordedJudge(recorded.get("perceptions", ()), recorded.get("prompts", {}), name=spec)
    message = f"{spec!r} names no judge"
    raise InputError(Problem("judge.unknown", "judge", message, "Use one of: " + ", ".join(NAMES)))


def _local(spec: str, rest: str, settings: Settings) -> Judge:
    from dikast.perception import models
    from dikast.perception.providers.local import LocalJudge

    file = Path(rest).expanduser() if rest else settings.path("DIKAST_MODEL") or models.path(settings.data)
    if not file.is_file():
        missing = "there is no local model yet" if not rest else f"there is no file {rest}"
        hint = "Run `dikast models fetch`, or name your own file: local:PATH.gguf"
        raise InputError(Problem("judge.no-model", "judge", f"{missing} (looked for {file.name})", hint))
    return LocalJudge(
        spec,
        file,
        models.identity(file, settings.data),
        context=settings.whole("DIKAST_CONTEXT"),
        threads=settings.whole("DIKAST_THREADS") or os.cpu_count() or 1,
        start_timeout=settings.seconds("DIKAST_START_TIMEOUT"),
        timeout=settings.seconds("DIKAST_TIMEOUT"),
    )


def _server(spec: str, settings: Settings) -> Judge:
    from dikast.perception.providers.chat import ChatJudge, only_model

    address, _, model = spec.partition("#")
    parts = urlsplit(address)
    if not parts.hostname or parts.username or parts.query:
        hint = "Write http://HOST:PORT#MODEL; a key goes into DIKAST_SERVER_KEY."
        raise InputError(Problem("judge.unknown", "judge", f"{spec!r} is no plain address of a server", hint))
    base = address.rstrip("/") + ("" if parts.path.strip("/") else "/v1")
    key = settings.text("DIKAST_SERVER_KEY")
    return ChatJudge(
        spec,
        base,
        model or only_model(base, key),
        key=key,
        concurrency=settings.whole("DIKAST_CONCURRENCY"),
        timeout=settings.seconds("DIKAST_TIMEOUT"),
    )
