"""Addresses of a ruling, what can be taken from it, and what its readers may ask for."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from dikast.web.ruling import asking, exports, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("d/<slug:slug>/ruling", views.ruling, name="ruling"),
    path("d/<slug:slug>/ruling/progress", views.progress, name="ruling-progress"),
    path("d/<slug:slug>/asked", views.asked, name="asked"),
    path("d/<slug:slug>/judge", asking.order, name="order-judging"),
    path("d/<slug:slug>/call", asking.call, name="own-call"),
    path("d/<slug:slug>/case.json", exports.case_file, name="case-file"),
    path("d/<slug:slug>/ledger.csv", exports.ledger, name="ledger-csv"),
    path("d/<slug:slug>/ruling.pdf", exports.ruling_pdf, name="ruling-pdf"),
    path("d/<slug:slug>/share.png", exports.share_image, name="share-image"),
    path("d/<slug:slug>/ruling.html", exports.ruling_html, name="ruling-html"),
]
