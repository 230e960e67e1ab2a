"""Addresses for finding debates."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from dikast.web.front import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.front, name="front"),
    path("debates", views.debates, name="debates"),
    path("search", views.search, name="search"),
    path("p/<str:handle>", views.person, name="person"),
    path("d/<slug:slug>/follow", views.follow, name="follow"),
]
