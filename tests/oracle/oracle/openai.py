"""OpenAI's strict tools: the subset of JSON Schema that its guide to structured outputs lists, and the guide's limits.

Recorded messages of the API decide what the guide does not say: no keyword may stand beside `$ref`
(camel-ai/camel#3001, 2025-08-10; vectorize-io/hindsight#3944, 2026-08-31), every other node has a type or is a union
(can1357/oh-my-pi#211, 2026-02-28; openclaw/clawpatch#60, 2026-05-17), arrays have items (garrytan/gbrain#831,
2026-05-10), patterns are without look-around (vercel/ai#21037, 2026-09-17). Constants have to be of the type beside
them, which is the stricter reading. References lead to the root or to one of its definitions, the two forms that
pydantic-ai 2.68.0 keeps for strict mode (`profiles/openai.py`); `$schema` says nothing, and `openai/helpers/zod` 7.59.0
writes it in every tool.
"""

import re
import warnings
from typing import Iterator
from urllib.parse import unquote

import re2

from .json_schema import Node, invalid, types, walk
from .refusal import Refusal, child
from .rules import quiet
from .schema import members, names

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MAX_PROPERTIES = 5_000
MAX_LEVELS = 10
MAX_TEXT = 120_000
MAX_ENUM_VALUES = 1_000
LONG_ENUM = 250
MAX_LONG_ENUM_TEXT = 15_000

ANYWHERE = {"type", "title", "description", "enum", "const", "anyOf", "$schema"}
DEFINITIONS = ("$defs", "definitions")
BOUNDS = {"multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
OF_TYPE = {
    "string": {"pattern", "format"},
    "number": BOUNDS,
    "integer": BOUNDS,
    "boolean": set(),
    "object": {"properties", "required", "additionalProperties"},
    "array": {"items", "minItems", "maxItems"},
    "null": set(),
}
FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
KINDS = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "object": dict,
    "array": list,
    "null": type(None),
}


def refusals(declaration: dict) -> Iterator[Refusal]:
    """All errors of one strict tool, in the form that `tools` of a request holds."""
    function = declaration.get("function")
    if {**declaration, "function": None} != {"type": "function", "function": None} or not isinstance(function, dict):
        yield Refusal("openai-tool", "", "", "a tool is a type and a function")
        return
    for name in function.keys() - {"name", "description", "parameters", "strict"}:
        yield Refusal("openai-tool", "", child("/function", name), f"a function has no {name}")
    if function.get("strict") is not True:
        yield Refusal("openai-tool", "", "/function/strict", "the function is not strict")
    if not isinstance(function.get("description", ""), str):
        yield Refusal("openai-tool", "", "/function/description", "description is no string")
    name = function.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield Refusal("1", "", "/function/name", f"{name!r} is no function name")
    if "parameters" in function:
        yield from schema_refusals(function["parameters"], "/function/parameters")


def schema_refusals(schema, pointer: str) -> Iterator[Refusal]:
    """The subset and its limits, for `parameters` and for the schema of a `response_format`."""
    if not isinstance(schema, dict) or schema.get("type") != "object" or "anyOf" in schema:
        yield Refusal("4", "", pointer, "the root is an object and no union")
    yield from invalid(schema, pointer)
    nodes = list(walk(schema, pointer))
    for node in nodes:
        for below, message in _of_node(node, schema):
            yield Refusal("openai", "", node.pointer + below, message)
    for message in _limits(nodes):
        yield Refusal("openai-limit", "", pointer, message)


def _of_node(node: Node, root: dict) -> Iterator[tuple[str, str]]:
    """Pointers below the node, with what is wrong there."""
    raw = node.raw
    if not isinstance(raw, dict):
        if node.via != "additionalProperties":
            yield "", f"{raw!r} is no schema object"
    elif "$ref" in raw:
        yield from _reference(node, root)
    else:
        kinds = [kind for kind in types(raw) if kind in OF_TYPE]
        yield from _keywords(node, kinds)
        if "object" in kinds:
            yield from _closed(raw)
        if "array" in kinds and "items" not in raw:
            yield "", "an array without items"
        yield from _constants(raw, kinds)
        yield from _text(raw)


def _reference(node: Node, root: dict) -> Iterator[tuple[str, str]]:
    if not _resolves(node.raw["$ref"], root):
        yield "/$ref", f"{node.raw['$ref']!r} leads nowhere"
    for key in node.raw.keys() - {"$ref"}:
        yield child("", key), f"{key} beside $ref"


def _resolves(ref, root: dict) -> bool:
    """Whether a reference leads to the root, or to a definition of the root."""
    if ref == "#":
        return True
    match ref.split("/") if isinstance(ref, str) else ():
        case ("#", keyword, name) if keyword in DEFINITIONS:
            return unquote(name).replace("~1", "/").replace("~0", "~") in members(root, keyword)
    return False


def _keywords(node: Node, kinds: list) -> Iterator[tuple[str, str]]:
    raw = node.raw
    if not kinds and "anyOf" not in raw:
        yield "", "neither a type, nor anyOf, nor $ref"
    allowed = ANYWHERE.union(() if node.via else DEFINITIONS, *(OF_TYPE[kind] for kind in kinds))
    for key in raw:
        if key not in allowed:
            yield child("", key), f"{key} is not permitted here"


def _closed(raw: dict) -> Iterator[tuple[str, str]]:
    if raw.get("additionalProperties") is not False:
        yield "/additionalProperties", "additionalProperties is not false"
    if "properties" not in raw:
        yield "", "an object without properties"
    if sorted(map(str, names(raw.get("required")))) != sorted(members(raw)):
        yield "/required", "required does not name each property once"


def _constants(raw: dict, kinds: list) -> Iterator[tuple[str, str]]:
    if "enum" in raw and not names(raw["enum"]):
        yield "/enum", "an empty enum"
    constants = [(child("/enum", index), value) for index, value in enumerate(names(raw.get("enum")))]
    if "const" in raw:
        constants.append(("/const", raw["const"]))
    for at, value in constants:
        if kinds and not any(_is(value, kind) for kind in kinds):
            yield at, f"{value!r} is not of type {' or '.join(kinds)}"
    texts = [value for value in names(raw.get("enum")) if isinstance(value, str)]
    if len(texts) > LONG_ENUM and sum(map(len, texts)) > MAX_LONG_ENUM_TEXT:
        yield "/enum", f"an enum of more than {MAX_LONG_ENUM_TEXT} characters"


def _is(value, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, KINDS[kind]) or (kind == "integer" and isinstance(value, float) and value.is_integer())


def _text(raw: dict) -> Iterator[tuple[str, str]]:
    if "format" in raw and raw["format"] not in FORMATS:
        yield "/format", f"no format {raw['format']!r}"
    if isinstance(raw.get("pattern"), str):
        if problem := not_a_regex(raw["pattern"]):
            yield "/pattern", problem
        try:
            re2.compile(raw["pattern"], quiet())
        except re2.error as problem:
            yield "/pattern", str(problem)


def not_a_regex(pattern: str) -> str | None:
    """Why the API says that a pattern is not a 'regex': Python cannot compile it (BerriAI/litellm#40485, 2026-09-09)."""
    try:
        with warnings.catch_warnings(action="ignore"):
            re.compile(pattern)
    except re.error as problem:
        return str(problem)
    return None


def _limits(nodes: list[Node]) -> Iterator[str]:
    """The limits of the whole schema."""
    schemas = [node.raw for node in nodes if isinstance(node.raw, dict)]
    labels = [name for raw in schemas for key in ("properties", *DEFINITIONS) for name in members(raw, key)]
    enums = [value for raw in schemas for value in names(raw.get("enum"))]
    constants = [raw["const"] for raw in schemas if "const" in raw]
    text = sum(len(value) for value in (*labels, *enums, *constants) if isinstance(value, str))
    for what, count, most in (
        ("properties", sum(len(members(raw)) for raw in schemas), MAX_PROPERTIES),
        ("levels", max((node.level for node in nodes), default=0), MAX_LEVELS),
        ("characters of names and constants", text, MAX_TEXT),
        ("enum values", len(enums), MAX_ENUM_VALUES),
    ):
        if count > most:
            yield f"{count} {what}, of {most}"
