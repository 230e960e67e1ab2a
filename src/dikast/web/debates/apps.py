"""Registers this folder with Django."""

from __future__ import annotations

from django.apps import AppConfig


class DebatesConfig(AppConfig):
    """The app `debates`."""

    name = "dikast.web.debates"
    label = "debates"
