"""The working copy of a transcript: what was brought, as far as it could be read. Must not know pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from dikast.core.problems import InputError, Problem
from dikast.record.importers import transcript as importer
from dikast.web.account.models import Person
from dikast.web.debates import bringing
from dikast.web.debates.models import Transcript
from dikast.web.debates.signs import unstorable

#: What a name in a text can stand for.
MEANINGS = ("A", "B", "unjudged", "text")
#: How long what was never judged is kept.
KEPT = timedelta(days=30)
#: Problems that are settled by saying what the names in the text stand for.
_ASKED = frozenset({"transcript.unknown-speaker", "transcript.no-speech"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text was read as: debates, or what stands against that and which of its names nobody knows yet."""

    documents: list[dict[str, Any]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    labels: list[importer.Spoken] = field(default_factory=list)


def reading(data: bytes, name: str, speakers: Mapping[str, str]) -> Reading:
    """Read a text, whose labels mean what `speakers` says; `name` is its file's, "" if pasted."""
    if found := unstorable("source", data.decode("utf-8", "replace")):
        return Reading(problems=found)
    try:
        return Reading(bringing.read(data, name or "text", speakers))
    except InputError as error:
        problems = list(error.problems)
    if {problem.code for problem in problems} <= _ASKED:
        unknown = importer.labels(data, name or "text")
        return Reading(problems=problems, labels=unknown if len(unknown) > 1 or speakers else [])
    return Reading(problems=problems)


def labels(transcript: Transcript) -> list[importer.Spoken]:
    """Return the names in a transcript's text of which somebody has to say what they stand for."""
    found = reading(transcript.source.encode(), transcript.name, {})
    return found.labels


def keep(owner: Person, source: str, name: str, found: Reading, earlier: Transcript | None) -> Transcript:
    """Keep what was brought, in place of an `earlier` text of the same transcript if there is one."""
    Transcript.objects.filter(owner=owner, created_at__lt=timezone.now() - KEPT).delete()
    transcript = earlier or Transcript(owner=owner)
    transcript.source, transcript.name, transcript.speakers = source, name, {}
    transcript.document = found.documents[0] if len(found.documents) == 1 else None
    transcript.save()
    return transcript


def settle(transcript: Transcript, document: dict[str, Any]) -> None:
    """Keep the document that a transcript became."""
    transcript.document = document
    transcript.save(update_fields=["document"])


def title(transcript: Transcript) -> str:
    """Return how a list calls a transcript: its motion, else its file's name, else ""."""
    return str((transcript.document or {}).get("motion") or transcript.name)
