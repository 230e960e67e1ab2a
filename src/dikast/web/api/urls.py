"""Addresses of this family."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from dikast.web.api import views
from dikast.web.api.service import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.operations, name="api-docs"),
    path("v1/", api.urls),
]
