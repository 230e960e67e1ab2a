"""Addresses of floors, and of the ways to them."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from dikast.web.floor import starting, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("start", starting.start, name="start"),
    path("join/<slug:key>", starting.join, name="join"),
    path("d/<slug:slug>", views.debate, name="debate"),
    path("d/<slug:slug>/floor", views.floor, name="floor"),
    path("d/<slug:slug>/post", views.post, name="post"),
    path("d/<slug:slug>/draft", views.draft, name="draft"),
    path("d/<slug:slug>/turn", views.turn, name="turn"),
    path("d/<slug:slug>/withdraw", views.withdraw, name="withdraw"),
]
