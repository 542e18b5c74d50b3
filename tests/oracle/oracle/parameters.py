"""The door `parameters`, and `response` beside it: the messages of the Gemini API and of Vertex AI."""

import functools
from typing import Iterator

from . import discovery, genai_types, protos, references, rules, schema
from .refusal import Refusal


def refusals(declaration: dict, target: str) -> Iterator[Refusal]:
    """Parse stage, then the rules, for `gemini`, `gemini-api` or `vertex-ai`."""
    yield from discovery.refusals(declaration) if target == "vertex-ai" else protos.refusals(declaration, target)
    yield from genai_types.refusals(declaration)
    yield from rules.function_name(declaration, target)
    yield from rules.one_door(declaration)
    if "parametersJsonSchema" in declaration:
        yield Refusal("strict", "", "/parametersJsonSchema", "these targets speak `parameters`")
    if isinstance(declaration.get("parameters"), dict):
        yield from schema_refusals(declaration["parameters"], "/parameters", target)
    if isinstance(declaration.get("response"), dict):
        yield from _answer(declaration["response"], "/response", target)


def schema_refusals(parameters: dict, pointer: str, target: str) -> Iterator[Refusal]:
    """The rules over the schema of the arguments."""
    nodes = list(schema.walk(parameters, pointer))
    for check in _rules(target, True):
        yield from check.refusals(nodes[0])
    yield from _of_nodes(nodes, target)


def response_refusals(response: dict, pointer: str, target: str) -> Iterator[Refusal]:
    """Parse stage, then the rules, for the `responseSchema` of a request."""
    if target == "vertex-ai":
        yield from discovery.schema_refusals(response, pointer)
    else:
        yield from protos.response_refusals(response, pointer, target)
    yield from _answer(response, pointer, target)


def _answer(response: dict, pointer: str, target: str) -> Iterator[Refusal]:
    """The rules over the schema of an answer: its root may be anything, and the order of properties matters."""
    for refusal in _of_nodes(list(schema.walk(response, pointer)), target):
        if not (refusal.rule == "strict-fields" and refusal.pointer.endswith("/propertyOrdering")):
            yield refusal


def _of_nodes(nodes: list[schema.Node], target: str) -> Iterator[Refusal]:
    for node in nodes:
        for check in _rules(target, False):
            yield from check.refusals(node)
    if target == "vertex-ai":
        yield from references.refusals(nodes)


@functools.cache
def _rules(target: str, root: bool) -> list[rules.Rule]:
    return [rule for rule in (rules.ROOT_RULES if root else rules.NODE_RULES) if target in rule.targets]
