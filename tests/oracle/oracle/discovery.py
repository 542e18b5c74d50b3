"""The parse stage as a walk over a discovery document, in which every object is closed.

It reports all that is wrong at once, in the words of the service.
"""

import json
import re
from dataclasses import dataclass
from typing import Iterator

from .protos import MAX_DEPTH, double, int64, row_of_unknown
from .refusal import Refusal, child
from .schema import camel
from .surfaces import Surface, vertex

# A request, its tools and a declaration are messages too.
DEPTH_OF_DECLARATION = 3
KINDS = {"string": "TYPE_STRING", "boolean": "TYPE_BOOL"}
INTEGERS = ("int32", "int64")
REALS = ("float", "double")


@dataclass(frozen=True)
class Place:
    """A place in a body: as JSON Pointer, and as the service writes it."""

    pointer: str = ""
    path: str = ""

    def field(self, key: str) -> "Place":
        name = re.sub("([A-Z])", lambda match: "_" + match.group().lower(), key)
        return Place(child(self.pointer, key), f"{self.path}.{name}" if self.path else name)

    def item(self, index: int) -> "Place":
        return Place(child(self.pointer, index), f"{self.path}[{index}]")

    def entry(self, index: int, key: str) -> "Place":
        """The value of a map's entry, which the service counts."""
        return Place(child(self.pointer, key), f"{self.path}[{index}].value")


def refusals(declaration: dict) -> Iterator[Refusal]:
    """The errors of Vertex AI's parser for one declaration."""
    yield from _Walk(vertex()).message(declaration, "FunctionDeclaration", Place(), DEPTH_OF_DECLARATION)


def schema_refusals(schema: dict, pointer: str) -> Iterator[Refusal]:
    """Its errors for a schema outside a declaration, as in `generationConfig.responseSchema`."""
    yield from _Walk(vertex()).message(schema, "Schema", Place(pointer), DEPTH_OF_DECLARATION)


def body_refusals(body, request: str, surface: Surface) -> Iterator[Refusal]:
    """The errors of a surface's parser for a whole body, a message such as `GenerateContentRequest`."""
    yield from _Walk(surface).message(body, request, Place(), 1)


def _invalid(rule: str, row: str, at: Place, kind: str, value) -> Refusal:
    written = json.dumps(value, ensure_ascii=False)
    return Refusal(rule, row, at.pointer, f"Invalid value at '{at.path}' ({kind}), {written}")


def _unknown(row: str, at: Place, parent: Place, key: str, problem: str) -> Refusal:
    where = f" at '{parent.path}'" if parent.path else ""
    message = f'Invalid JSON payload received. Unknown name "{key}"{where}: {problem}'
    return Refusal("parse", row, at.pointer, message)


@dataclass(frozen=True)
class _Walk:
    surface: Surface

    def message(self, value, name: str, at: Place, depth: int) -> Iterator[Refusal]:
        yield from self._message(value, self.surface.name(name), at, depth)

    def _message(self, value, name: str, at: Place, depth: int) -> Iterator[Refusal]:
        if not isinstance(value, dict):
            row = "P-boolean-subschema" if isinstance(value, bool) else "P-scalar-kind"
            rule = "24" if isinstance(value, bool) else "parse"
            yield _invalid(rule, row, at, self.surface.url(name), value)
            return
        if depth > MAX_DEPTH:
            key = at.pointer.rsplit("/", 1)[-1]
            problem = f"Message too deep. Max recursion depth reached for key '{key}'"
            yield Refusal("parse", "P-too-deep", at.pointer, f"Invalid JSON payload received. {problem}")
            return
        fields = self.surface.messages[name]["properties"]
        is_schema = name == self.surface.name("Schema")
        seen: dict = {}
        for key, member in value.items():
            field = camel(key)
            where = Place(child(at.pointer, key), at.field(field).path)
            if seen.setdefault(field, key) != key:
                yield Refusal("parse", "", where.pointer, f"{field} is spelled both ways")
            if field not in fields:
                yield _unknown(row_of_unknown(key, not is_schema), where, at, key, "Cannot find field.")
            elif is_schema and field == "additionalProperties":
                yield from self._additional(member, where, depth)
            elif isinstance(member, list) and fields[field].get("type") not in ("array", "any"):
                row = {"items": "P-items-list", "type": "P-type-list"}.get(field, "P-scalar-kind")
                yield _unknown(row, where, at, key, "Proto field is not repeating, cannot start list.")
            elif member is not None:
                yield from self._field(member, fields[field], where, depth)

    def _additional(self, value, at: Place, depth: int) -> Iterator[Refusal]:
        """The document says `any`, its text says a boolean or a schema."""
        if isinstance(value, list):
            yield _invalid("parse", "P-items-list", at, self.surface.url("Schema"), value)
        elif not isinstance(value, bool) and value is not None:
            yield from self._message(value, self.surface.name("Schema"), at, depth + 1)

    def _field(self, value, field: dict, at: Place, depth: int) -> Iterator[Refusal]:
        if "$ref" in field:
            yield from self._message(value, field["$ref"], at, depth + 1)
        elif field["type"] == "array":
            yield from self._list(value, field["items"], at, depth)
        elif field["type"] == "object":
            yield from self._map(value, field["additionalProperties"], at, depth)
        else:
            yield from self._scalar(value, field, at)

    def _list(self, value, items: dict, at: Place, depth: int) -> Iterator[Refusal]:
        if not isinstance(value, list):
            yield _invalid("parse", "P-scalar-kind", at, "repeated", value)
            return
        for index, member in enumerate(value):
            yield from self._field(member, items, at.item(index), depth)

    def _map(self, value, members: dict, at: Place, depth: int) -> Iterator[Refusal]:
        if not isinstance(value, dict):
            yield _invalid("parse", "P-scalar-kind", at, "Map", value)
            return
        for index, (key, member) in enumerate(value.items()):
            yield from self._field(member, members, at.entry(index, key), depth)

    def _scalar(self, value, field: dict, at: Place) -> Iterator[Refusal]:
        kind, form = field["type"], field.get("format")
        if kind == "any":
            return
        if "enum" in field:
            if not isinstance(value, str) or value.upper() not in field["enum"]:
                name = at.path.rsplit(".", 1)[-1].title().replace("_", "")
                yield _invalid("parse", "P-type-not-enum", at, self.surface.url(name), value)
        elif form in INTEGERS:
            if not int64(value):
                yield _invalid("parse", "P-int-fraction", at, f"TYPE_{form.upper()}", value)
        elif form in REALS:
            if not double(value):
                yield _invalid("parse", "P-scalar-kind", at, f"TYPE_{form.upper()}", value)
        elif not isinstance(value, {"string": str, "boolean": bool}[kind]):
            row = "P-enum-nonstring" if re.search(r"/enum/\d+$", at.pointer) else "P-scalar-kind"
            yield _invalid("parse", row, at, KINDS[kind], value)
