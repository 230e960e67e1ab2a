"""What the database keeps of debates: the floor as it was held, and the cases that judging made of it.

A post is never changed once it is on the floor. Everything that viewers are to see happen is an `Event` with the
next number of its debate, given under the debate's row lock, so that reading on from a number misses nothing.
Must not know rules or pages.
"""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

#: Without letters that are taken for each other.
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_slug() -> str:
    """Return a debate's address: ten signs that nobody can guess (about 49 bits)."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def new_key() -> str:
    """Return the secret part of an invitation link (128 bits)."""
    return secrets.token_urlsafe(16)


class Debate(models.Model):
    """One debate, on a floor here or brought as a transcript.

    Attributes:
        slug: its address.
        motion: what is debated.
        lang: language tag of its texts, "" if not given.
        format: id of the format.
        method: the method it is judged by; `fingerprint` pins its version when the floor opens.
        judge, readings: who answers the questions, and how many times over.
        name_a, name_b: the sides' names.
        origin: ``floor`` (open floor), ``match`` or ``transcript``.
        visibility: ``public``, ``unlisted`` (by its address) or ``private`` (participants only).
        state: ``waiting`` (for an opponent), ``open``, ``closed`` (judging not finished), ``ruled``,
            ``fault`` (needs a person), ``forfeited`` or ``withdrawn`` (by its owner, or because nothing was said).
        preparation_seconds: added to the first turn's time.
        turn_seconds: the most time for one turn, None for no limit.
        closes_at: when an open floor closes, None for no deadline.
        due_at: when the turn that is due now expires, None if it does not.
        yielded: sides that yielded the floor since the last post.
        posts_count, events_count: numbers given so far.
        closed_by: ``turns``, ``yields``, ``limit``, ``deadline`` or ``forfeit``; "" while open.
        forfeited: the side that let its time run out, "".
        summary: what lists show of the ruling: shares, winner, call, one sentence; {} before.
        document: for transcripts, the case document as imported; None otherwise.
    """

    slug = models.CharField(max_length=12, unique=True, default=new_slug)
    motion = models.TextField()
    lang = models.CharField(max_length=35, blank=True)
    format = models.CharField(max_length=40)
    method = models.CharField(max_length=20)
    fingerprint = models.CharField(max_length=80, blank=True)
    judge = models.CharField(max_length=200)
    readings = models.PositiveSmallIntegerField(default=1)
    name_a = models.CharField(max_length=60)
    name_b = models.CharField(max_length=60)
    origin = models.CharField(max_length=12)
    visibility = models.CharField(max_length=10, default="public")
    state = models.CharField(max_length=12, default="waiting")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="debates")
    preparation_seconds = models.PositiveIntegerField(default=0)
    turn_seconds = models.PositiveIntegerField(null=True)
    closes_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    yielded = models.JSONField(default=list)
    posts_count = models.PositiveIntegerField(default=0)
    events_count = models.PositiveIntegerField(default=0)
    closed_by = models.CharField(max_length=10, blank=True)
    forfeited = models.CharField(max_length=1, blank=True)
    summary = models.JSONField(default=dict)
    featured_at = models.DateTimeField(null=True)
    document = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    ruled_at = models.DateTimeField(null=True)
    active_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["visibility", "state", "-active_at"]),
            models.Index(fields=["due_at"], condition=Q(state="open", due_at__isnull=False), name="turns_due"),
            models.Index(fields=["closes_at"], condition=Q(state="open", closes_at__isnull=False), name="floors_due"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def names(self) -> dict[str, str]:
        """The sides' names by side."""
        return {"A": self.name_a, "B": self.name_b}


class Seat(models.Model):
    """A place on one side, for one person, reached by an invitation link.

    Attributes:
        position: the place in the team, from 1.
        person: who took it, None while it is free.
        key: the secret of its invitation link.
    """

    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=1)
    position = models.PositiveSmallIntegerField(default=1)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats")
    key = models.CharField(max_length=40, unique=True, default=new_key)
    taken_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["side", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["debate", "side", "position"], name="one_seat_a_position"),
        ]


class Post(models.Model):
    """A turn on the record: a post of an open floor or a speech of a match. Never changed.

    Attributes:
        number: from 1, without gaps within its debate.
        nonce: made of its author and the form it came from, so that the same sending is never two posts.
        answers, concedes, clarifies: the number of the post it names, or None.
        speaker: the person's name as it was shown then.
    """

    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="posts")
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=1)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="posts")
    speaker = models.CharField(max_length=60)
    role = models.CharField(max_length=60, blank=True)
    closing = models.BooleanField(null=True)
    text = models.TextField()
    answers = models.PositiveIntegerField(null=True)
    concedes = models.PositiveIntegerField(null=True)
    clarifies = models.PositiveIntegerField(null=True)
    nonce = models.CharField(max_length=40)
    accepted_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["debate", "number"], name="one_post_a_number"),
            models.UniqueConstraint(fields=["debate", "nonce"], name="one_post_a_sending"),
        ]


class Draft(models.Model):
    """What a person has typed and not posted. Kept until it is posted.

    Attributes:
        act: ``opens``, ``answers``, ``concedes``, ``clarifies`` or ``yields``.
        target: the number of the post it names, None if none.
    """

    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="drafts")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    text = models.TextField(blank=True)
    act = models.CharField(max_length=10, default="opens")
    target = models.PositiveIntegerField(null=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["debate", "person"], name="one_draft_a_person")]


class Event(models.Model):
    """Something that happened on a floor, for those who watch it.

    Attributes:
        number: from 1, without gaps within its debate.
        kind: ``joined``, ``opened``, ``post``, ``yield``, ``judged``, ``closed``, ``forfeit``, ``ruled`` or ``fault``.
        data: what it is about (``{"post": 3}``).
    """

    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    data: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["debate", "number"], name="one_event_a_number")]


class Judging(models.Model):
    """The judging of one debate by one method: what is wanted, who is at it, and the case it made.

    It says what should be so (`wanted`), not what to do once; a worker that dies leaves nothing to repair.

    Attributes:
        wanted: how many posts are to be judged; `whole` whether the floor has closed after them.
        done: how many the case in `document` covers; `ruled` whether it holds the final ruling.
        judge, readings: who answers.
        document: the case as JSON text, "" before the first answer; `seal` its seal, so that whoever has it already
            need not read it.
        live: whether people wait for it on a floor; it comes before transcripts.
        wanted_at: since when it is behind.
        retry_at: before when it is not taken up again, None at once.
        run: number of the latest attempt; `running` whether that one is not over, `queued_at` since when the job
            engine has it, `holder` the worker that has it in hand, "" if none has, `begun` how often it was begun.
        tries: attempts that failed since the last success; `fault` what the last one said.
    """

    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="judgings")
    method = models.CharField(max_length=20)
    judge = models.CharField(max_length=200)
    readings = models.PositiveSmallIntegerField(default=1)
    wanted = models.PositiveIntegerField(default=0)
    whole = models.BooleanField(default=False)
    done = models.PositiveIntegerField(default=0)
    ruled = models.BooleanField(default=False)
    document = models.TextField(blank=True)
    seal = models.CharField(max_length=80, blank=True)
    live = models.BooleanField(default=True)
    wanted_at = models.DateTimeField()
    run = models.PositiveIntegerField(default=0)
    running = models.BooleanField(default=False)
    queued_at = models.DateTimeField(null=True)
    holder = models.CharField(max_length=100, blank=True)
    begun = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    fault = models.TextField(blank=True)
    retry_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["debate", "method"], name="one_judging_a_method")]
        indexes: ClassVar = [
            models.Index(fields=["-live", "wanted_at"], condition=Q(ruled=False), name="judgings_waiting"),
            models.Index(fields=["queued_at"], condition=Q(running=True), name="judgings_running"),
        ]


class Worker(models.Model):
    """A process that judges, as the register has it. Times are the database's.

    Attributes:
        name: unique; a new process of the same name has another `incarnation`, and the older one has to leave.
        version: of the jobs it can run.
        beat_at: when it was last heard of.
        draining: whether it is to take nothing new and end.
        gone: whether it left or was buried, with nothing left in hand.
    """

    name = models.CharField(max_length=100, unique=True)
    incarnation = models.CharField(max_length=32)
    version = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField()
    draining = models.BooleanField(default=False)
    gone = models.BooleanField(default=False)


class Follow(models.Model):
    """A person who wants notices about a debate."""

    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="follows")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["debate", "person"], name="one_follow_a_person")]


class Call(models.Model):
    """A person's own call on who was ahead, made before the ruling was shown; never part of it.

    Attributes:
        side: ``A``, ``B`` or ``draw``.
    """

    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="calls")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calls")
    side = models.CharField(max_length=4)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["debate", "person"], name="one_call_a_person")]


class Transcript(models.Model):
    """A debate held elsewhere, on its way to the judge: what was brought, and what has been said about it so far.

    Attributes:
        source: the text as it was pasted or sent; `name` that of its file, "".
        speakers: what its labels mean (see `record.importers.transcript.parse`); {} until asked and told.
        document: the debate it became, None as long as that is not settled.
        choices: what was chosen of method, judge, readings, visibility and own call.
        debate: the debate before the judge, None before that.
    """

    slug = models.CharField(max_length=12, unique=True, default=new_slug)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="transcripts")
    name = models.CharField(max_length=100, blank=True)
    source = models.TextField()
    speakers: models.JSONField[dict[str, str], dict[str, str]] = models.JSONField(default=dict)
    document: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = models.JSONField(null=True)
    choices: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    debate = models.ForeignKey(Debate, null=True, on_delete=models.SET_NULL, related_name="transcripts")
    created_at = models.DateTimeField(auto_now_add=True)


class Brought(models.Model):
    """A transcript that a program brought under a key of its own, so that the same request is never two judgings.

    Attributes:
        key: the program's key.
        digest: of all that was asked.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="brought")
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    debate = models.ForeignKey(Debate, on_delete=models.CASCADE, related_name="brought")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["person", "key"], name="one_debate_a_key")]
