"""The rules that Google's packages do not contain, each under its number and with the recorded rejection it models.

They concern `parameters`. Numbers 22 to 26 of `parametersJsonSchema` are in `json_schema.py`, 18 and 23 of Vertex in
`references.py`; 11 and 19 are the parser's.
"""

import re
from dataclasses import dataclass
from typing import Callable, Iterator

import re2

from .declarations import either, function, lists
from .refusal import Refusal, child
from .schema import Node, members, names

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*")
PROPERTY_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
NAME_LENGTHS = {"vertex-ai": 128}
NAME_LENGTH = 64
MOST_DECLARATIONS = {"openai-strict": 128}
MAX_DECLARATIONS = 512
MAX_LEVELS = 24
FORMATS = {
    "STRING": ("enum", "date-time"),
    "NUMBER": ("float", "double"),
    "INTEGER": ("int32", "int64"),
}
STRICT_FIELDS = ("title", "default", "propertyOrdering")
ALL = ("gemini", "gemini-api", "vertex-ai")
GEMINI = ("gemini", "gemini-api")
UNIONS_ALONE = ("gemini", "vertex-ai")
STRICT = ("gemini",)

Finding = tuple[str, str, str]  # row, pointer below the node, message


@dataclass(frozen=True)
class Rule:
    number: str
    targets: tuple
    check: Callable[[Node], Iterator[Finding]]

    def refusals(self, node: Node) -> Iterator[Refusal]:
        for row, below, message in self.check(node):
            yield Refusal(self.number, row, node.pointer + below, message)


NODE_RULES: list[Rule] = []
ROOT_RULES: list[Rule] = []


def rule(number: str, targets: tuple = ALL, root: bool = False):
    def register(check):
        (ROOT_RULES if root else NODE_RULES).append(Rule(number, targets, check))
        return check

    return register


# The declaration


def function_name(declaration: dict, target: str) -> Iterator[Refusal]:
    """Rule 1."""
    name = declaration.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield Refusal("1", "N-invalid-name", "/name", f"{name!r} is no function name")
    elif len(name) > NAME_LENGTHS.get(target, NAME_LENGTH):
        yield Refusal("1", "N-name-length", "/name", f"{len(name)} characters")


def one_door(declaration: dict) -> Iterator[Refusal]:
    """Rule 3."""
    for one, other in (("parameters", "parametersJsonSchema"), ("response", "responseJsonSchema")):
        if one in declaration and other in declaration:
            yield Refusal("3", "N-both-parameters", child("", other), f"both kinds of {one}")


# The request


def most_declarations(target: str) -> int:
    """How many functions one request may declare."""
    return MOST_DECLARATIONS.get(target, MAX_DECLARATIONS)


def request(body: dict, target: str) -> Iterator[Refusal]:
    """Rule 2."""
    seen: set = set()
    total = 0
    for at, declarations in lists(body):
        if not declarations:
            yield Refusal("2", "N-empty-tool", at, "a tool without declarations")
        total += len(declarations)
        for index, declaration in enumerate(declarations):
            name = function(declaration).get("name")
            if name in seen:
                yield Refusal("2", "N-duplicate", child(at, index, "name"), f"{name!r} is declared twice")
            seen.add(name)
    if total > most_declarations(target):
        yield Refusal("2", "N-max-declarations", "/tools", f"{total} declarations")
    config = either(body, "toolConfig") or {}
    if either(config, "functionCallingConfig") and not total:
        yield Refusal("2", "N-config-without-declarations", "/toolConfig", "a calling config, and nothing to call")


# The root of `parameters`


@rule("4", root=True)
def root_is_object(node: Node) -> Iterator[Finding]:
    if node.fields.get("type") != "OBJECT":
        yield "V-root-not-object", "", "the root is not OBJECT"
    if "type" not in node.fields:
        yield "S-any-mode-needs-object", "", "mode ANY refuses a root without type"


@rule("5", STRICT, root=True)
def root_has_properties(node: Node) -> Iterator[Finding]:
    if node.fields.get("type") == "OBJECT" and not members(node.fields):
        yield "S-object-empty-properties", "", "an OBJECT root without properties"


# Every node


@rule("7")
def named_members_exist(node: Node) -> Iterator[Finding]:
    for key, row in (("required", "S-required-undefined"), ("propertyOrdering", "S-ordering-undefined")):
        for index, name in enumerate(names(node.fields.get(key))):
            if not isinstance(name, str) or name not in members(node.fields):
                yield row, child("", key, index), f"{name!r} is not declared"


@rule("8")
def members_only_on_objects(node: Node) -> Iterator[Finding]:
    if node.fields.get("type") != "OBJECT":
        for key in ("properties", "required", "propertyOrdering", "additionalProperties"):
            if key in node.fields:
                yield "S-structural-on-non-object", child("", key), f"{key} on {node.fields.get('type')}"


@rule("9")
def arrays_and_items(node: Node) -> Iterator[Finding]:
    if node.fields.get("type") == "ARRAY":
        if "items" not in node.fields:
            yield "S-items-missing", "", "ARRAY without items"
        return
    for key in ("items", "minItems", "maxItems"):
        if key in node.fields:
            yield "S-items-on-non-array", child("", key), f"{key} on {node.fields.get('type')}"


@rule("10")
def typed_when_nullable_or_enum(node: Node) -> Iterator[Finding]:
    if "type" not in node.fields and "anyOf" not in node.fields:
        for key in ("nullable", "enum"):
            if key in node.fields:
                yield "V-type-missing", "", f"{key} without type"


@rule("10", STRICT)
def typed(node: Node) -> Iterator[Finding]:
    if "type" not in node.fields and "anyOf" not in node.fields:
        yield "S-type-must-be-specified", "", "neither type nor anyOf"


@rule("12")
def enum_members_not_empty(node: Node) -> Iterator[Finding]:
    for index, member in enumerate(names(node.fields.get("enum"))):
        if member == "":
            yield "S-enum-empty-string", child("", "enum", index), "an empty member"


@rule("13", GEMINI)
def enum_on_strings(node: Node) -> Iterator[Finding]:
    if "enum" in node.fields and node.fields.get("type") != "STRING":
        yield "S-enum-nonstring-type", "/enum", f"enum on {node.fields.get('type')}"


@rule("14")
def no_enum_on_containers(node: Node) -> Iterator[Finding]:
    if "enum" in node.fields and node.fields.get("type") in ("OBJECT", "ARRAY"):
        yield "V-enum-on-container", "/enum", f"enum on {node.fields['type']}"


@rule("15")
def enum_format_has_members(node: Node) -> Iterator[Finding]:
    if node.fields.get("format") == "enum" and "enum" not in node.fields:
        yield "S-enum-format-without-values", "/format", "format enum without members"


@rule("16", GEMINI)
def documented_formats(node: Node) -> Iterator[Finding]:
    kind, form = node.fields.get("type"), node.fields.get("format")
    if form is not None and form not in FORMATS.get(str(kind), (form,)):
        yield "S-format-string", "/format", f"{kind} has no format {form!r}"


@rule("17", UNIONS_ALONE)
def union_alone(node: Node) -> Iterator[Finding]:
    if "anyOf" in node.fields:
        for key in node.fields:
            if key != "anyOf":
                yield "V-anyof-siblings", child("", key), f"{key} beside anyOf"


@rule("20")
def not_too_deep(node: Node) -> Iterator[Finding]:
    if node.level > MAX_LEVELS:
        yield "P-too-deep", "", f"{node.level} levels of objects and arrays"


@rule("21")
def no_empty_property_name(node: Node) -> Iterator[Finding]:
    if "" in members(node.fields):
        yield "S-property-key-empty", "/properties/", "an empty property name"


# Stricter than the server is known to be


@rule("strict")
def distinct(node: Node) -> Iterator[Finding]:
    for key in ("enum", "required", "propertyOrdering"):
        written = [repr(member) for member in names(node.fields.get(key))]
        if len(set(written)) < len(written):
            yield "", child("", key), f"doubled members in {key}"


@rule("strict-fields", STRICT)
def no_risky_fields(node: Node) -> Iterator[Finding]:
    for key in STRICT_FIELDS:
        if key in node.fields:
            yield "", child("", key), f"{key} has been seen to fail"


@rule("strict-pattern", STRICT)
def linear_pattern(node: Node) -> Iterator[Finding]:
    pattern = node.fields.get("pattern")
    if isinstance(pattern, str):
        try:
            re2.compile(pattern, quiet())
        except re2.error as problem:
            yield "", "/pattern", str(problem)


def quiet() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options
