"""The page that tells programmers what the API can do, made from its own document. Must not know an operation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dikast.web.api.keys import PER_MINUTE
from dikast.web.api.service import api
from dikast.web.front_door import keep
from dikast.web.pages import page

_METHODS: Final = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request: its name, what it may hold, whether it must be there, and what it means."""

    name: str
    kind: str
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation as the page lists it; `needs_key` is "" for never."""

    method: str
    path: str
    summary: str
    about: str
    needs_key: bool
    fields: tuple[Field, ...]
    answers: tuple[str, ...]


@cache
def _groups() -> tuple[tuple[str, tuple[Operation, ...]], ...]:
    document = api.get_openapi_schema()
    groups: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                given = methods[method]
                groups.setdefault(given["tags"][0], []).append(_operation(document, method, path, given))
    return tuple((name, tuple(found)) for name, found in groups.items())


def _operation(document: Mapping[str, Any], method: str, path: str, given: Mapping[str, Any]) -> Operation:
    fields = [
        Field(one["name"], _kind(document, one["schema"]), one.get("required", False), one.get("description", ""))
        for one in given.get("parameters", ())
    ]
    body = given.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        shape = _resolved(document, body)
        required = set(shape.get("required", ()))
        fields += [
            Field(name, _kind(document, one), name in required, one.get("description", ""))
            for name, one in shape.get("properties", {}).items()
        ]
    security = given.get("security", [])
    return Operation(
        method.upper(),
        path,
        given.get("summary", ""),
        given.get("description", ""),
        bool(security) and {} not in security,
        tuple(fields),
        tuple(str(status) for status in given["responses"]),
    )


def _resolved(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found = schema
    while "$ref" in found:
        found = document["components"]["schemas"][found["$ref"].rsplit("/", 1)[1]]
    return found


def _kind(document: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    found = _resolved(document, schema)
    if "enum" in found:
        return " | ".join(str(value) for value in found["enum"])
    if "anyOf" in found:
        return " | ".join(_kind(document, one) for one in found["anyOf"])
    return str(found.get("format") or found.get("type") or "")


@require_safe
def operations(request: HttpRequest) -> HttpResponse:
    """List every operation, with an example of each kind."""
    names = {
        "reference": _("Formats, methods and your account"),
        "debates": _("Debates"),
        "floors": _("Floors"),
        "rulings": _("Rulings"),
        "judge": _("Judge a debate held elsewhere"),
    }
    context = {
        "groups": [(name, names[name], found) for name, found in _groups()],
        "per_minute": PER_MINUTE,
    }
    return keep(page(request, "api_operations.html.j2", context))
