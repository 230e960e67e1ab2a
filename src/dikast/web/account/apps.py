"""Registers this folder with Django."""

from __future__ import annotations

from django.apps import AppConfig


class AccountConfig(AppConfig):
    """The app `account`."""

    name = "dikast.web.account"
    label = "account"
