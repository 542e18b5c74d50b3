"""One schema for several providers: what every Gemini surface takes, in JSON Schema's own spelling."""

import re
from typing import Iterator

from . import openai, parameters
from .json_schema import invalid
from .refusal import Refusal, child
from .schema import TYPES, members, walk

# Of arguments alone (n8n-io/n8n#30590, 2026-05-17; decocms/studio#6874, 2026-09-02).
CLAUDE_PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def refusals(declaration: dict) -> Iterator[Refusal]:
    """The strictest Gemini target once types are in upper case, and what OpenAI and Claude ask beside it."""
    name = declaration.get("name")
    if not isinstance(name, str) or not openai.NAME.fullmatch(name):
        yield Refusal("1", "N-invalid-name", "/name", f"{name!r} is no function name for OpenAI and Claude")
    schema = declaration.get("parameters")
    if isinstance(schema, dict):
        yield from _schema(schema, "/parameters")
        for argument in members(schema):
            if not CLAUDE_PROPERTY.fullmatch(argument):
                pointer = child("/parameters/properties", argument)
                yield Refusal("claude-property-name", "", pointer, f"{argument!r} is no name of an argument for Claude")
        declaration = {**declaration, "parameters": upper(schema)}
    yield from parameters.refusals(declaration, "gemini")


def response_refusals(schema: dict, pointer: str) -> Iterator[Refusal]:
    """The same for a schema of its own."""
    yield from _schema(schema, pointer)
    yield from parameters.response_refusals(upper(schema), pointer, "gemini")


def _schema(schema: dict, pointer: str) -> Iterator[Refusal]:
    yield from invalid(schema, pointer)
    for node in walk(schema, pointer):
        kind = node.raw.get("type") if isinstance(node.raw, dict) else None
        if isinstance(kind, str) and not kind.islower():
            yield Refusal("universal", "", child(node.pointer, "type"), f"{kind!r} is not in lower case")
        pattern = node.raw.get("pattern") if isinstance(node.raw, dict) else None
        if isinstance(pattern, str) and (problem := openai.not_a_regex(pattern)):
            yield Refusal("openai-pattern", "", child(node.pointer, "pattern"), problem)


def upper(schema: dict) -> dict:
    """A copy whose types are in upper case; names of properties and data stay."""
    copy = dict(schema)
    if isinstance(copy.get("type"), str) and copy["type"].upper() in TYPES:
        copy["type"] = copy["type"].upper()
    if isinstance(copy.get("properties"), dict):
        copy["properties"] = {name: _upper(member) for name, member in copy["properties"].items()}
    if isinstance(copy.get("anyOf"), list):
        copy["anyOf"] = [_upper(member) for member in copy["anyOf"]]
    if "items" in copy:
        copy["items"] = _upper(copy["items"])
    return copy


def _upper(member):
    return upper(member) if isinstance(member, dict) else member
