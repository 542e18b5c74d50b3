"""The schema as the server holds it: one spelling, unset fields gone, types in upper case."""

from dataclasses import dataclass
from typing import Iterator

from .refusal import child

TYPES = ("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")
COUNTS = ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")
BOUNDS = ("minimum", "maximum")
TEXTS = ("format", "title", "description", "pattern")
# A proto3 message does not tell these from an absent field; `items`, `minimum` and `default` it does.
UNSET_WHEN_EMPTY = ("properties", "required", "enum", "anyOf", "propertyOrdering", "nullable", *TEXTS)


def camel(name: str) -> str:
    """The JSON spelling of a proto field name."""
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest) if head else name


def canonical(schema: dict) -> dict:
    """One node's fields as the server sees them; its subschemas are left as written."""
    fields = {}
    for name, value in schema.items():
        name = camel(name)
        if value is None or (name in UNSET_WHEN_EMPTY and not value):
            continue
        if name in COUNTS and value in (0, "0"):
            continue
        fields[name] = value
    kind = fields.get("type")
    if isinstance(kind, str):
        fields["type"] = kind.upper()
        if fields["type"] == "TYPE_UNSPECIFIED":
            del fields["type"]
    return fields


def names(value) -> list:
    """The members of a list; of anything else, none."""
    return value if isinstance(value, list) else []


def members(fields: dict, name: str = "properties") -> dict:
    """The members of a map; of anything else, none."""
    held = fields.get(name)
    return held if isinstance(held, dict) else {}


@dataclass(frozen=True)
class Node:
    """One subschema as written and as the server holds it: `level` counts the objects and arrays down to it."""

    pointer: str
    raw: object
    level: int
    fields: dict


def walk(schema, pointer: str) -> Iterator[Node]:
    """Every schema position from `schema` down; `default`, `example` and `enum` hold data and are not entered."""
    pending = [(schema, pointer, 0)]
    while pending:
        raw, at, level = pending.pop()
        fields = canonical(raw) if isinstance(raw, dict) else {}
        if fields.get("type") in ("OBJECT", "ARRAY"):
            level += 1
        yield Node(at, raw, level, fields)
        if isinstance(raw, dict):
            pending.extend((below, where, level) for below, where in _subschemas(raw, at))


def _subschemas(raw: dict, at: str) -> Iterator[tuple]:
    for key, value in raw.items():
        name = camel(key)
        if name in ("properties", "defs") and isinstance(value, dict):
            yield from ((member, child(at, key, label)) for label, member in value.items())
        elif name == "anyOf" and isinstance(value, list):
            yield from ((member, child(at, key, index)) for index, member in enumerate(value))
        elif name == "items" and not isinstance(value, list):
            yield value, child(at, key)
        elif name == "additionalProperties" and isinstance(value, dict):
            yield value, child(at, key)
