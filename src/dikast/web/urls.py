"""Addresses of the whole site; each page family has its own list. Must not know what a page shows."""

from __future__ import annotations

from django.urls import include, path

from dikast.web import front_door

urlpatterns = [
    path("", include("dikast.web.front.urls")),
    path("", include("dikast.web.account.urls")),
    path("", include("dikast.web.floor.urls")),
    path("", include("dikast.web.ruling.urls")),
    path("", include("dikast.web.transcript.urls")),
    path("", include("dikast.web.method.urls")),
    path("", include("dikast.web.operator.urls")),
    path("api/", include("dikast.web.api.urls")),
    path("health", front_door.health, name="health"),
]
handler400 = "dikast.web.front_door.bad_request"
handler403 = "dikast.web.front_door.forbidden"
handler404 = "dikast.web.front_door.not_found"
handler500 = "dikast.web.front_door.fault"
