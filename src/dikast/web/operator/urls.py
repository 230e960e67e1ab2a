"""Addresses for operators."""

from __future__ import annotations

from django.urls import path

from dikast.web.operator import jobs, metrics

urlpatterns = [
    path("jobs", jobs.jobs, name="jobs"),
    path("jobs/<int:number>", jobs.decide, name="job"),
    path("metrics", metrics.metrics, name="metrics"),
]
