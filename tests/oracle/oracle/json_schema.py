"""JSON Schema as written: where its subschemas are, whether it is one, and what `parametersJsonSchema` refuses."""

from dataclasses import dataclass
from typing import Iterator
from urllib.parse import unquote

import jsonschema_rs

from . import genai_types, rules
from .loops import loops
from .refusal import Refusal, child
from .schema import members, names

ONE = (
    "additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames", "unevaluatedItems",
    "unevaluatedProperties", "contentSchema",
)  # fmt: skip
SEVERAL = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
# The keywords whose subschemas the API reads; it ignores those below others.
READ = ("properties", "items", "prefixItems", "anyOf", "oneOf", "additionalProperties", "$defs", "definitions")
CONTAINERS = ("object", "array")
BESIDE_REF = ("description", "default")
DEFINITIONS = "#/$defs/"
METASCHEMA = jsonschema_rs.Draft202012Validator({"$ref": "https://json-schema.org/draft/2020-12/schema"})


@dataclass(frozen=True)
class Node:
    """One subschema: `level` counts the objects and arrays down to it, `via` is the keyword that holds it, `read` says
    whether the API reads all keywords on the way."""

    pointer: str
    raw: object
    level: int
    via: str
    read: bool


def walk(schema, pointer: str) -> Iterator[Node]:
    """Every schema position from `schema` down; data is not entered."""
    pending = [(schema, pointer, 0, "", True)]
    while pending:
        raw, at, level, via, read = pending.pop()
        if isinstance(raw, dict) and any(kind in CONTAINERS for kind in types(raw)):
            level += 1
        yield Node(at, raw, level, via, read)
        if isinstance(raw, dict):
            pending.extend(
                (below, child(at, *path), level, path[0], read and path[0] in READ) for below, *path in _subschemas(raw)
            )


def types(schema: dict) -> list:
    """The types of a node as a list, whichever way it is written."""
    kind = schema.get("type")
    return [name for name in (kind if isinstance(kind, list) else [kind]) if isinstance(name, str)]


def _subschemas(raw: dict) -> Iterator[tuple]:
    """The schemas right below one, each with the keyword that holds it and its name or index there, if it has one."""
    for key, value in raw.items():
        if key in ONE:
            yield value, key
        elif key in SEVERAL:
            yield from ((member, key, index) for index, member in enumerate(names(value)))
        elif key in NAMED:
            yield from ((member, key, label) for label, member in members(raw, key).items())


def invalid(schema, pointer: str) -> Iterator[Refusal]:
    """The errors of a schema by the metaschema of draft 2020-12."""
    told = {(child(pointer, *error.instance_path), error.message[:200]) for error in METASCHEMA.iter_errors(schema)}
    for at, message in sorted(told):
        yield Refusal("json-schema", "", at, message)


def resolve(ref, root: dict):
    """Where a reference into the root's `$defs`, or to the root, leads; None if it is another one or dangles."""
    if ref == "#":
        return root
    if not isinstance(ref, str) or not ref.startswith(DEFINITIONS):
        return None
    name = unquote(ref.removeprefix(DEFINITIONS))
    return None if "/" in name else members(root, "$defs").get(name.replace("~1", "/").replace("~0", "~"))


# The door


def refusals(declaration: dict) -> Iterator[Refusal]:
    """Rules 1 to 4 and 20 to 24 and 27 over one declaration for the JSON-Schema door."""
    yield from rules.function_name(declaration, "gemini-json-schema")
    yield from rules.one_door(declaration)
    yield from genai_types.refusals(declaration)
    if "parameters" in declaration:
        yield Refusal("strict", "", "/parameters", "this target speaks `parametersJsonSchema`")
    if "parametersJsonSchema" in declaration:
        schema = declaration["parametersJsonSchema"]
        if not isinstance(schema, dict) or schema.get("type") != "object":
            yield Refusal("4", "V-root-not-object", "/parametersJsonSchema", "the root is not of type object")
        yield from schema_refusals(schema, "/parametersJsonSchema")
    if "responseJsonSchema" in declaration:
        yield from schema_refusals(declaration["responseJsonSchema"], "/responseJsonSchema")


def schema_refusals(schema, pointer: str) -> Iterator[Refusal]:
    """The rules over a schema whose root may be of any type."""
    if not isinstance(schema, dict):
        yield Refusal("24", "J-boolean-subschema", pointer, f"{schema!r} is no schema object")
        return
    yield from invalid(schema, pointer)
    nodes = list(walk(schema, pointer))
    for node in nodes:
        yield from _of_node(node, schema)
    if any("$ref" in node.raw for node in nodes if isinstance(node.raw, dict)):
        yield from _loops(nodes, schema)


def _of_node(node: Node, root: dict) -> Iterator[Refusal]:
    if isinstance(node.raw, bool) and node.via != "additionalProperties":
        yield Refusal("24", "J-boolean-subschema", node.pointer, "a boolean as schema")
    if node.level > rules.MAX_LEVELS:
        yield Refusal("20", "P-too-deep", node.pointer, f"{node.level} levels of objects and arrays")
    if not isinstance(node.raw, dict):
        return
    if "" in members(node.raw):
        yield Refusal("21", "S-property-key-empty", child(node.pointer, "properties", ""), "an empty property name")
    if node.read:
        for name in names(node.raw.get("required")):
            if isinstance(name, str) and name not in members(node.raw):
                at = child(node.pointer, "required")
                yield Refusal("27", "J-required-undefined", at, f"{name!r} is required and not declared")
    if "$ref" in node.raw:
        yield from _reference(node, root)


def _reference(node: Node, root: dict) -> Iterator[Refusal]:
    """Rule 22."""
    ref = node.raw["$ref"]
    if resolve(ref, root) is None:
        yield Refusal("22", "J-undefined-ref", child(node.pointer, "$ref"), f"{ref!r} leads nowhere")
    for key in node.raw:
        if key not in BESIDE_REF and not key.startswith("$"):
            yield Refusal("22", "J-ref-siblings", child(node.pointer, key), f"{key} beside $ref")


def _loops(nodes: list[Node], root: dict) -> Iterator[Refusal]:
    """Rule 23."""
    places = {id(node.raw): node.pointer for node in nodes}
    schemas = (node.raw for node in nodes if isinstance(node.raw, dict))
    for schema in loops(schemas, lambda raw: _needs(raw, root)):
        yield Refusal("23", "J-ref-loop", places[id(schema)], "a schema that needs itself")


def _needs(raw: dict, root: dict) -> Iterator:
    """All subschemas but optional properties, definitions, and items of a plain array that may be empty: no other way
    out of a loop has been seen to work, neither null in a list of types nor another branch of a union."""
    if "$ref" in raw:
        yield resolve(raw["$ref"], root)
    may_be_empty = raw.get("type") == "array" and not raw.get("minItems")
    for below, key, *label in _subschemas(raw):
        optional = key == "properties" and label[0] not in names(raw.get("required"))
        if key not in ("$defs", "definitions") and not optional and not (key == "items" and may_be_empty):
            yield below
