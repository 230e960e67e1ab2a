"""The register of workers. Times are the database's, so that a machine whose clock is wrong buries nobody.

Must not know what workers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db.models.functions import Now

from dikast.jobs.contract import Order, Peer
from dikast.web.debates.away import patient
from dikast.web.debates.models import Worker

#: How long a worker may be silent before its peers take over. It is to be heard of every few seconds.
SILENCE = timedelta(seconds=15)


class PlatformRegister:
    """The workers of the platform. See `jobs.contract.Register`."""

    @patient
    def enter(self, name: str, incarnation: str, version: str) -> None:
        """Come to work; an older process of the same name has to leave."""
        fresh = {"incarnation": incarnation, "version": version, "started_at": Now(), "beat_at": Now()}
        Worker.objects.update_or_create(name=name, defaults=fresh | {"draining": False, "gone": False})

    @patient
    def beat(self, name: str, incarnation: str) -> Order:
        """Say that one lives. A worker that was buried meanwhile leaves: its jobs are others' now."""
        mine = Worker.objects.filter(name=name, incarnation=incarnation, gone=False)
        if not mine.update(beat_at=Now()):
            return "leave"
        return "drain" if mine.filter(draining=True).exists() else "work"

    @patient
    def dead(self) -> Sequence[str]:
        """Return the names of workers that have been silent for too long and are not buried yet."""
        silent = Worker.objects.filter(gone=False, beat_at__lt=Now() - SILENCE)
        return list(silent.values_list("name", flat=True))

    @patient
    def bury(self, name: str) -> None:
        """Note that a dead worker's jobs were given back."""
        Worker.objects.filter(name=name, beat_at__lt=Now() - SILENCE).update(gone=True)

    @patient
    def alive(self) -> Sequence[Peer]:
        """Return the workers that were heard of lately."""
        return [Peer(row.name, row.version) for row in Worker.objects.filter(gone=False)]

    @patient
    def leave(self, name: str, incarnation: str) -> None:
        """Go, with nothing left in hand."""
        Worker.objects.filter(name=name, incarnation=incarnation).update(gone=True)
