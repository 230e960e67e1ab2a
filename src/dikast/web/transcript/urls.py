"""Addresses of this family."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from dikast.web.transcript import views, visibility

urlpatterns: list[URLPattern | URLResolver] = [
    path("transcript", views.bring, name="judge"),
    path("transcript/<slug:slug>", views.speeches, name="transcript-speeches"),
    path("transcript/<slug:slug>/speakers", views.speakers, name="transcript-speakers"),
    path("transcript/<slug:slug>/judge", views.judge, name="transcript-judge"),
    path("d/<slug:slug>/visibility", visibility.visibility, name="visibility"),
]
