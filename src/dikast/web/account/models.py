"""A person: with an account, or a guest who came by an invitation and may claim what he did later.

Must not know debates.
"""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower


def new_handle() -> str:
    """Return an address for a person's page that nobody can guess or confuse."""
    return secrets.token_hex(5)


class People(BaseUserManager["Person"]):
    """Makes people."""

    def guest(self, name: str) -> Person:
        """Return a new guest called `name`, who can sign in only by the session that made him."""
        person = self.model(name=name)
        person.set_unusable_password()
        person.save()
        return person

    def create_user(self, email: str, password: str, name: str = "", **more: Any) -> Person:
        """Return a new person with an account."""
        person = self.model(email=self.normalize_email(email), name=name or email.split("@")[0], **more)
        person.set_password(password)
        person.save()
        return person

    def get_by_natural_key(self, username: str | None) -> Person:
        """Return the person whose e-mail address is `username`, whatever its case."""
        return self.get(email__iexact=username)


class Person(AbstractBaseUser):
    """Someone who debates, follows or judges.

    Attributes:
        email: where notices go, and the name to sign in with; None for a guest.
        name: as shown beside speeches.
        handle: the address of the person's page.
        is_reviewer: may decide reports.
        is_editor: may feature debates.
        is_operator: sees the jobs page.
        mail_turn, mail_ruled, mail_answered: which notices also go by e-mail.
        tongue: language for mail; the interface's own choice is a cookie.
    """

    email = models.EmailField(null=True, blank=True, unique=True)
    name = models.CharField(max_length=60)
    handle = models.CharField(max_length=20, unique=True, default=new_handle)
    created_at = models.DateTimeField(auto_now_add=True)
    is_active = models.BooleanField(default=True)
    is_reviewer = models.BooleanField(default=False)
    is_operator = models.BooleanField(default=False)
    is_editor = models.BooleanField(default=False)
    mail_turn = models.BooleanField(default=True)
    mail_ruled = models.BooleanField(default=True)
    mail_answered = models.BooleanField(default=True)
    tongue = models.CharField(max_length=5, default="en")

    objects = People()
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(Lower("email"), name="one_account_an_address")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """Whether this person has no account yet."""
        return self.email is None


class Token(models.Model):
    """A key to the API, of which only a digest is kept.

    Attributes:
        digest: SHA-256 of the key, in hex.
        label: what its owner calls it.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)


class Notice(models.Model):
    """Something a person is told: in the app always, by e-mail if wanted.

    Attributes:
        kind: ``turn``, ``ruled``, ``answered`` or ``joined``.
        about: address of the debate's page.
        motion: what the debate is about, as it was then.
        wants_mail: whether it is still to be mailed.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    about = models.CharField(max_length=200)
    motion = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    wants_mail = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["person", "-created_at"]),
            models.Index(fields=["wants_mail"], condition=models.Q(wants_mail=True), name="notices_to_mail"),
        ]


class Attempt(models.Model):
    """Something that may be done only so often within some time (see `attempts`).

    Attributes:
        key: a digest of what is counted.
    """

    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["key", "at"], name="attempts_by_key")]
