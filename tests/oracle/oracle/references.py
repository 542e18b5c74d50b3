"""References between the schemas of Vertex AI's `parameters`: `ref` into `defs` of the root."""

from typing import Iterator

from .loops import loops
from .refusal import Refusal, child
from .schema import Node, canonical, members, names

BESIDE_REF = ("ref", "description", "default")
PREFIX = "#/defs/"


def refusals(nodes: list[Node]) -> Iterator[Refusal]:
    """Rules 18 and 23 over all nodes of one schema, the root first."""
    if not any("ref" in node.fields or "defs" in node.fields for node in nodes):
        return
    root = nodes[0]
    definitions = members(root.fields, "defs")
    for node in nodes:
        yield from _of_node(node, definitions)
        if node is not root and "defs" in node.fields:
            yield Refusal("18", "V-ref-siblings", child(node.pointer, "defs"), "defs below the root")
    places = {id(node.raw): node.pointer for node in nodes}
    schemas = (node.raw for node in nodes if isinstance(node.raw, dict))
    for schema in loops(schemas, lambda raw: _needs(raw, definitions)):
        yield Refusal("23", "J-ref-loop", places[id(schema)], "a schema that needs itself")


def _of_node(node: Node, definitions: dict) -> Iterator[Refusal]:
    if "ref" not in node.fields:
        return
    for key in node.fields:
        if key not in BESIDE_REF:
            yield Refusal("18", "V-ref-siblings", child(node.pointer, key), f"{key} beside ref")
    if _target(node.fields, definitions) is None:
        yield Refusal("18", "J-undefined-ref", child(node.pointer, "ref"), f"{node.fields['ref']!r} is not in defs")


def _target(fields: dict, definitions: dict):
    ref = fields["ref"]
    name = ref.removeprefix(PREFIX) if isinstance(ref, str) and ref.startswith(PREFIX) else ""
    return definitions.get(name)


def _needs(raw: dict, definitions: dict) -> Iterator:
    """The schemas that a value cannot do without: all but optional properties and items of a list that may be empty."""
    fields = canonical(raw)
    if "ref" in fields:
        yield _target(fields, definitions)
    properties = members(fields)
    for name in names(fields.get("required")):
        yield properties.get(name) if isinstance(name, str) else None
    yield from names(fields.get("anyOf"))
    if "minItems" in fields:
        yield fields.get("items")
    yield fields.get("additionalProperties")
