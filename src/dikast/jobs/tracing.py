"""Traces of judging for OpenTelemetry: a span for each run, and one inside it for each question. No texts.

Nothing is exported, and nothing of the exporter is imported, unless an endpoint is set in OpenTelemetry's own
environment variables. Must not know what was answered.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from opentelemetry import trace

_ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_TRACER: Final = trace.get_tracer("dikast")


def export(service: str) -> bool:
    """Begin to export this process's spans if an endpoint is set; return whether one is.

    Args:
        service: the process's name among the services.
    """
    if not any(os.environ.get(name) for name in _ENDPOINTS):
        return False
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return True


@contextmanager
def span(name: str, **told: Any) -> Iterator[trace.Span]:
    """Put a span around the block; `told` are its attributes, under ``dikast.``."""
    with _TRACER.start_as_current_span(name, attributes={f"dikast.{key}": value for key, value in told.items()}) as one:
        yield one
