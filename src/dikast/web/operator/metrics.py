"""Figures for Prometheus, read from the database when they are asked for, so that restarts lose nothing.

For whoever has the token, and without one for this machine alone, where no proxy stands before it. Must not know
debates' texts.
"""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from dikast.web.debates import operating

#: Seconds for which the ledger's sums are kept; they go over every answer.
KEPT = 15
#: Headers of a request that came through a proxy.
_PROXIED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-Ip", "Via")
_HERE = frozenset({"127.0.0.1", "::1"})
_REPLIES = (
    "SELECT judge, question, count(*), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), "
    "coalesce(sum(cast(cost AS real)), 0), sum(CASE WHEN cost IS NULL THEN 1 ELSE 0 END) "
    "FROM {}replies GROUP BY judge, question"
)
_FAULTS = (
    "SELECT judge, kind, count(*) FROM {0}faults GROUP BY judge, kind UNION ALL "
    "SELECT judge, fault, count(*) FROM {0}replies WHERE status = 'rejected' GROUP BY judge, fault"
)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Give the figures in Prometheus's text format."""
    token = settings.SETTINGS.text("DIKAST_METRICS_TOKEN")
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    # Behind a proxy every request comes from this machine; under a public address there is one.
    proxied = settings.SETTINGS.text("DIKAST_MODE") == "production" or any(name in request.headers for name in _PROXIED)
    here = request.META.get("REMOTE_ADDR") in _HERE and not proxied
    if not (here or (token and hmac.compare_digest(given.encode(), token.encode()))):
        raise Http404
    registry = CollectorRegistry()
    registry.register(_Figures())
    return HttpResponse(generate_latest(registry), content_type="text/plain; version=0.0.4; charset=utf-8")


class _Figures(Collector):
    def collect(self) -> Iterator[Any]:
        queue = GaugeMetricFamily("dikast_judgings", "Judgings by state", labels=["state"])
        oldest = GaugeMetricFamily(
            "dikast_oldest_seconds", "How long the oldest judging of a state has been behind", labels=["state"]
        )
        for state, row in operating.counts().items():
            queue.add_metric([state], row["count"])
            oldest.add_metric([state], row["oldest"])
        yield from (queue, oldest)
        debates = GaugeMetricFamily("dikast_debates", "Debates by state", labels=["state"])
        for state, count in operating.rulings().items():
            debates.add_metric([state], count)
        yield debates
        workers = GaugeMetricFamily("dikast_worker_silent_seconds", "Since a worker was heard of", labels=["worker"])
        for one in operating.at_work():
            workers.add_metric([one["name"]], one["silent"])
        yield workers
        replies, faults = cache.get_or_set("ledger-sums", sums, KEPT) or ((), ())
        yield from _called(replies)
        failed = CounterMetricFamily("dikast_faults", "Faults of judges by kind", labels=["judge", "kind"])
        for judge, kind, count in faults:
            failed.add_metric([judge, kind], count)
        yield failed


def _called(replies: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    by = ["judge", "question"]
    calls = CounterMetricFamily("dikast_calls", "Answers of judges, good and bad", labels=by)
    tokens = CounterMetricFamily("dikast_tokens", "Tokens of those answers", labels=[*by, "direction"])
    money = CounterMetricFamily("dikast_dollars", "US dollars of those answers, where the cost is known", labels=by)
    unpriced = CounterMetricFamily("dikast_calls_unpriced", "Answers whose cost nobody knows", labels=by)
    for judge, question, count, tokens_in, tokens_out, dollars, unknown in replies:
        calls.add_metric([judge, question], count)
        tokens.add_metric([judge, question, "in"], tokens_in)
        tokens.add_metric([judge, question, "out"], tokens_out)
        money.add_metric([judge, question], dollars)
        unpriced.add_metric([judge, question], unknown)
    yield from (calls, tokens, money, unpriced)


def sums() -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return the call ledger's sums: answers by judge and question, and faults by judge and kind."""
    file: Path = settings.DIKAST_DATA / "calls.sqlite3"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'dikast_calls'")
            if not cursor.fetchone():
                return [], []

            def ask(sql: str) -> list[tuple[Any, ...]]:
                cursor.execute(sql.format("dikast_calls."))
                return list(cursor.fetchall())

            return _both(ask)
    if not file.exists():
        return [], []
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as ledger:
        return _both(lambda sql: ledger.execute(sql.format("")).fetchall())


def _both(ask: Callable[[str], list[tuple[Any, ...]]]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    return ask(_REPLIES), ask(_FAULTS)
