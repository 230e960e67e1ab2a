"""Building and checking the small part of JSON Schema that answers use.

Every object names all its keys and allows no others: grammars of local models and the strict modes of providers
need that. Must not know questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dikast.perception.port import Fault

Schema = dict[str, Any]

CONFIDENCE = ("low", "medium", "high")


def record(**properties: Schema) -> Schema:
    """Return the schema of an object with exactly these keys, in this order."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def text(most: int | None = None) -> Schema:
    """Return the schema of a string, of at most `most` characters if given."""
    return {"type": "string"} if most is None else {"type": "string", "maxLength": most}


def choice(values: Sequence[str]) -> Schema:
    """Return the schema of a string that is one of `values`."""
    return {"type": "string", "enum": list(values)}


def whole(least: int, most: int) -> Schema:
    """Return the schema of a whole number from `least` to `most`."""
    return {"type": "integer", "minimum": least, "maximum": most}


def boolean() -> Schema:
    """Return the schema of true or false."""
    return {"type": "boolean"}


def many(items: Schema, most: int | None = None) -> Schema:
    """Return the schema of a list of `items`, of at most `most` if given."""
    schema: Schema = {"type": "array", "items": items}
    return schema if most is None else schema | {"maxItems": most}


def either(*schemas: Schema) -> Schema:
    """Return the schema of a value that fits one of `schemas`."""
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}


NOTHING: Schema = {"type": "null"}

#: The most characters of a quote from a model that is held to a grammar; left free, a small one copies whole posts.
HELD_QUOTE = 300


def held(schema: Schema) -> Schema:
    """Return `schema` with every quote in it bounded to `HELD_QUOTE` characters, for `Request.tight`.

    A grammar stops a string in the middle of a word if need be; `Evidence` drops the piece of a word at the end.
    """
    return {
        key: {
            name: {"type": "string", "maxLength": HELD_QUOTE} if name == "quote" else held(inner)
            for name, inner in value.items()
        }
        if key == "properties"
        else [held(one) if isinstance(one, dict) else one for one in value]
        if isinstance(value, list)
        else held(value)
        if isinstance(value, dict)
        else value
        for key, value in schema.items()
    }


def violations(value: Any, schema: Mapping[str, Any], place: str = "answer") -> list[str]:
    """Return what in `value` breaks `schema`, one message each; empty if it fits.

    Lengths of strings are left to `clip`: an explanation that runs on is cut, not refused.
    """
    if "anyOf" in schema:
        found = [violations(value, option, place) for option in schema["anyOf"]]
        return min(found, key=len) if all(found) else []
    if "enum" in schema and not any(value == option and type(value) is type(option) for option in schema["enum"]):
        return [f"{place}: {value!r:.80} is none of {schema['enum']}"]
    kinds = schema.get("type", ())
    if not any(_is(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return [f"{place}: {value!r:.80} is not of type {kinds}"]
    if isinstance(value, Mapping):
        return _object(value, schema, place)
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            return [f"{place}: {len(value)} items, at most {schema['maxItems']}"]
        return [line for at, item in enumerate(value) for line in violations(item, schema["items"], f"{place}[{at}]")]
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return [f"{place}: {value} is not from {schema.get('minimum')} to {schema.get('maximum')}"]
    return []


def require(value: Any, schema: Mapping[str, Any]) -> None:
    """Raise a ``Fault`` of kind ``invalid`` that names what in `value` breaks `schema`."""
    found = violations(value, schema)
    if found:
        raise Fault("invalid", "; ".join(found[:5]))


def clip(value: str, most: int) -> str:
    """Return `value` without blanks at its ends, cut to at most `most` characters with an ellipsis."""
    value = " ".join(value.split())
    return value if len(value) <= most else value[: most - 1].rstrip() + "\u2026"


def _object(value: Mapping[str, Any], schema: Mapping[str, Any], place: str) -> list[str]:
    properties = schema["properties"]
    found = [f"{place}: {key!r} is missing" for key in schema["required"] if key not in value]
    found += [f"{place}: {key!r:.40} is not a key here" for key in value if key not in properties]
    for key, part in properties.items():
        if key in value:
            found += violations(value[key], part, f"{place}.{key}")
    return found


def _is(value: Any, kind: str) -> bool:
    match kind:
        case "object":
            return isinstance(value, Mapping)
        case "array":
            return isinstance(value, list)
        case "string":
            return isinstance(value, str)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case _:
            return value is None
