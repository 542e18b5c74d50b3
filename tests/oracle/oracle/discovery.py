"""The parse stage of Vertex AI: a walk over its discovery document, in which every object is closed.

Google's Python messages for Vertex are older than the document and hold `additionalProperties` as a value of any
kind, so nothing inside it would be seen.
"""

import functools
import importlib.util
import json
from pathlib import Path
from typing import Iterator

from .protos import MAX_DEPTH, double, int64, row_of_unknown
from .refusal import Refusal, child
from .schema import camel

PREFIX = "GoogleCloudAiplatformV1"
SCHEMA = PREFIX + "Schema"
# A request, its tools and a declaration are messages too.
DEPTH_OF_DECLARATION = 3


@functools.cache
def messages() -> dict:
    """Every message of the API by name."""
    package = importlib.util.find_spec("googleapiclient").submodule_search_locations[0]
    document = Path(package) / "discovery_cache" / "documents" / "aiplatform.v1.json"
    return json.loads(document.read_text(encoding="utf-8"))["schemas"]


def refusals(declaration: dict) -> Iterator[Refusal]:
    """What the parser says against one declaration."""
    yield from _message(declaration, PREFIX + "FunctionDeclaration", "", DEPTH_OF_DECLARATION)


def schema_refusals(schema: dict, pointer: str) -> Iterator[Refusal]:
    """What the parser says against a schema of its own, as in `generationConfig.responseSchema`."""
    yield from _message(schema, SCHEMA, pointer, DEPTH_OF_DECLARATION)


def _message(value, name: str, at: str, depth: int) -> Iterator[Refusal]:
    if not isinstance(value, dict):
        row = {bool: "P-boolean-subschema", list: "P-items-list"}.get(type(value), "P-scalar-kind")
        yield Refusal("24" if isinstance(value, bool) else "parse", row, at, f"{value!r} is no {name}")
        return
    if depth > MAX_DEPTH:
        yield Refusal("parse", "P-too-deep", at, f"more than {MAX_DEPTH} messages deep")
        return
    fields = messages()[name]["properties"]
    seen: dict = {}
    for key, member in value.items():
        where, field = child(at, key), camel(key)
        if seen.setdefault(field, key) != key:
            yield Refusal("parse", "", where, f"{field} is spelled both ways")
        if field not in fields:
            row = row_of_unknown(key, name != SCHEMA)
            yield Refusal("parse", row, where, f"{name} has no field {key!r}")
        elif name == SCHEMA and field == "additionalProperties":
            yield from _additional(member, where, depth)
        elif member is not None:
            yield from _field(member, fields[field], where, depth)


def _additional(value, at: str, depth: int) -> Iterator[Refusal]:
    """The document says `any`, its text says a boolean or a schema."""
    if not isinstance(value, bool) and value is not None:
        yield from _message(value, SCHEMA, at, depth + 1)


def _field(value, field: dict, at: str, depth: int) -> Iterator[Refusal]:
    if "$ref" in field:
        yield from _message(value, field["$ref"], at, depth + 1)
    elif field["type"] == "array":
        yield from _list(value, field["items"], at, depth)
    elif field["type"] == "object":
        yield from _map(value, field["additionalProperties"], at, depth)
    elif problem := _scalar(value, field):
        yield Refusal("parse", problem, at, f"{value!r} is not what {at.rsplit('/', 1)[-1]} takes")


def _list(value, items: dict, at: str, depth: int) -> Iterator[Refusal]:
    if not isinstance(value, list):
        yield Refusal("parse", "P-scalar-kind", at, f"{value!r} is not a list")
        return
    for index, member in enumerate(value):
        if items.get("type") == "string" and not isinstance(member, str):
            row = "P-enum-nonstring" if at.endswith("/enum") else "P-scalar-kind"
            yield Refusal("parse", row, child(at, index), f"{member!r} is not a string")
        elif "$ref" in items:
            yield from _message(member, items["$ref"], child(at, index), depth + 1)


def _map(value, members: dict, at: str, depth: int) -> Iterator[Refusal]:
    if not isinstance(value, dict):
        yield Refusal("parse", "P-scalar-kind", at, f"{value!r} is not an object")
        return
    for key, member in value.items():
        yield from _message(member, members["$ref"], child(at, key), depth + 1)


def _scalar(value, field: dict) -> str:
    """The row of what is wrong with a value that is no message; empty if nothing is."""
    kind, form = field["type"], field.get("format")
    if kind == "any":
        return ""
    if "enum" in field:
        if isinstance(value, list):
            return "P-type-list"
        return "" if isinstance(value, str) and value.upper() in field["enum"] else "P-type-not-enum"
    if form == "int64":
        return "" if int64(value) else "P-int-fraction"
    if form == "double":
        return "" if double(value) else "P-scalar-kind"
    return "" if isinstance(value, {"string": str, "boolean": bool}[kind]) else "P-scalar-kind"
