"""Addresses of the method and of what the platform says of itself."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from dikast.web.method import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("method", views.methods, name="method"),
    path("method/limits", views.plain_page, {"name": "limits"}, name="limits"),
    path("method/formats", views.formats_page, name="formats"),
    path("method/<slug:short>", views.method, name="method"),
    path("privacy", views.plain_page, {"name": "privacy"}, name="privacy"),
    path("source", views.plain_page, {"name": "source"}, name="source"),
]
