"""Doubts that are counted and refuse nothing: the evidence is old, contradicts itself or depends on the model."""

from typing import Iterator

from . import json_schema, langchain, schema
from .refusal import child
from .rules import PROPERTY_NAME
from .schema import members, names

MANY_LEVELS = 5
ITEMS_BUDGET = 900
ENUM_TEXT_BUDGET = 2000
# Enforced, by Google's documentation of `parametersJsonSchema`; `propertyOrdering` and the texts are only read.
ENFORCED = {
    "$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items", "prefixItems",
    "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required",
    "propertyOrdering",
}  # fmt: skip


def notes(declaration: dict, target: str) -> Iterator[tuple[str, str]]:
    """Pairs of a rule number and a pointer, for declarations as Gemini has them."""
    if isinstance(declaration.get("parametersJsonSchema"), dict):
        yield from _of_json_schema(declaration["parametersJsonSchema"], "/parametersJsonSchema")
    if isinstance(declaration.get("parameters"), dict):
        yield from _of_parameters(declaration["parameters"], "/parameters")
    if target == "langchain":
        yield from (("langchain-changed", child("", client)) for client in langchain.changed(declaration))


def _of_parameters(parameters: dict, pointer: str) -> Iterator[tuple[str, str]]:
    nodes = list(schema.walk(parameters, pointer))
    for node in nodes:
        fields = node.fields
        if fields.get("type") == "OBJECT" and not members(fields) and node.level > 1:
            yield "6", node.pointer
        if not fields.keys() & {"type", "anyOf", "ref", "$ref"}:
            yield "10", node.pointer
        if _alike(fields):
            yield "alike", node.pointer
        yield from _of_any(node, members(fields))
    yield from _budget([node.fields for node in nodes], pointer)


def _alike(fields: dict) -> bool:
    """Whether alternatives that are no objects share a type: which one was meant does not show in the answer."""
    branches = [schema.canonical(branch) for branch in names(fields.get("anyOf")) if isinstance(branch, dict)]
    kinds = [branch["type"] for branch in branches if branch.get("type") not in (None, "OBJECT")]
    return len(set(kinds)) < len(kinds)


def _of_json_schema(parameters: dict, pointer: str) -> Iterator[tuple[str, str]]:
    nodes = [node for node in json_schema.walk(parameters, pointer) if isinstance(node.raw, dict)]
    for node in nodes:
        yield from _of_any(node, members(node.raw))
        yield from (("26", child(node.pointer, key)) for key in node.raw if key not in ENFORCED)
    yield from _budget([node.raw for node in nodes], pointer)


def _of_any(node, properties: dict) -> Iterator[tuple[str, str]]:
    if node.level > MANY_LEVELS:
        yield "20", node.pointer
    for name in properties:
        if not PROPERTY_NAME.fullmatch(name):
            yield "21", node.pointer


def _budget(schemas: list[dict], pointer: str) -> Iterator[tuple[str, str]]:
    items = sum(int(one.get("maxItems") or 0) for one in schemas)
    texts = [member for one in schemas for member in names(one.get("enum")) if isinstance(member, str)]
    if items > ITEMS_BUDGET or sum(map(len, texts)) > ENUM_TEXT_BUDGET:
        yield "25", pointer
