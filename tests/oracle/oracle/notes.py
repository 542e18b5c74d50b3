"""Doubts that are counted and refuse nothing: the evidence is old, contradicts itself or depends on the model."""

from typing import Iterator

from .refusal import child
from .rules import PROPERTY_NAME, members, names
from .schema import Node, walk

MANY_LEVELS = 5
ITEMS_BUDGET = 900
ENUM_TEXT_BUDGET = 2000


def notes(declaration: dict) -> Iterator[tuple[str, str]]:
    """Pairs of a rule number and a pointer."""
    if not isinstance(declaration.get("parameters"), dict):
        return
    items, enum_text = 0, 0
    for node in walk(declaration["parameters"], child("", "parameters")):
        yield from ((number, node.pointer) for number in _of_node(node))
        items += int(node.fields.get("maxItems") or 0)
        enum_text += sum(len(member) for member in names(node.fields.get("enum")) if isinstance(member, str))
    if items > ITEMS_BUDGET or enum_text > ENUM_TEXT_BUDGET:
        yield "25", "/parameters"


def _of_node(node: Node) -> Iterator[str]:
    fields = node.fields
    if fields.get("type") == "OBJECT" and not members(node) and node.level > 1:
        yield "6"
    if "type" not in fields and "anyOf" not in fields:
        yield "10"
    if node.level > MANY_LEVELS:
        yield "20"
    for name in members(node):
        if not PROPERTY_NAME.fullmatch(name):
            yield "21"
