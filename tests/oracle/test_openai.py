"""OpenAI's strict tools: the published subset and its limits, each with an accepted and a refused side."""

import pytest

from oracle import refusals, refusals_request

TARGET = "openai-strict"
STRING = {"type": "string"}
NULL = {"type": "null"}


def closed(properties: dict, **members) -> dict:
    closing = {"required": list(properties), "additionalProperties": False}
    return {"type": "object", "properties": properties, **closing, **members}


def tool(parameters=None, **members) -> dict:
    function = {"name": "f", "description": "d", "strict": True, **members}
    return {"type": "function", "function": function if parameters is None else {**function, "parameters": parameters}}


def with_property(schema, **root) -> dict:
    return tool(closed({"x": schema}, **root))


def without(schema: dict, key: str) -> dict:
    return {name: value for name, value in schema.items() if name != key}


def nested(levels: int) -> dict:
    schema = STRING
    for _ in range(levels):
        schema = closed({"x": schema})
    return tool(schema)


def enum(count: int, length: int) -> dict:
    return {"type": "string", "enum": [str(index).zfill(length) for index in range(count)]}


def many(count: int, schema: dict, length: int = 1) -> dict:
    return tool(closed({str(index).zfill(length): schema for index in range(count)}))


OBJECT = closed({"a": STRING})
CASES = [
    # The tool
    ("1", tool(name="a_b-C1"), tool(name="a.b")),
    ("1", tool(name="a" * 64), tool(name="a" * 65)),
    ("openai-tool", tool(), {"name": "f", "parameters": OBJECT}),
    ("openai-tool", tool(), {**tool(), "name": "f"}),
    ("openai-tool", tool(), tool(strict=False)),
    ("openai-tool", tool(), tool(parametersJsonSchema=OBJECT)),
    ("openai-tool", tool(), tool(description=None)),
    # The root
    ("4", tool(OBJECT), tool(STRING)),
    ("4", tool(OBJECT), tool({**OBJECT, "anyOf": [OBJECT]})),
    # Types
    ("openai", with_property({"type": ["string", "null"]}), with_property({"description": "anything"})),
    ("openai", with_property({"anyOf": [STRING, NULL], "description": "d"}), with_property({"enum": ["a"]})),
    ("json-schema", with_property(STRING), with_property({"type": "STRING"})),
    ("openai", with_property(STRING), with_property(True)),
    # Keywords
    ("openai", with_property({"type": "string", "title": "X"}), with_property({"type": "string", "default": "a"})),
    ("openai", with_property({"type": "string", "pattern": "^a$"}), with_property({"type": "string", "minLength": 1})),
    (
        "openai",
        with_property({"type": "string", "pattern": "a"}),
        with_property({"type": "string", "pattern": "(?=a)"}),
    ),
    ("openai", with_property({"type": "string", "format": "uuid"}), with_property({"type": "string", "format": "uri"})),
    ("openai", with_property({"type": "number", "multipleOf": 2}), with_property({"type": "string", "multipleOf": 2})),
    (
        "openai",
        with_property({"type": "integer", "minimum": 1, "maximum": 3, "exclusiveMinimum": 0, "exclusiveMaximum": 4}),
        with_property({"type": "integer", "nullable": True}),
    ),
    (
        "openai",
        with_property({"type": "array", "items": STRING, "minItems": 1, "maxItems": 2}),
        with_property({"type": "array", "items": STRING, "uniqueItems": True}),
    ),
    ("openai", with_property({"type": "array", "items": STRING}), with_property({"type": "array"})),
    ("openai", with_property({"anyOf": [STRING, NULL]}), with_property({"oneOf": [STRING, NULL]})),
    ("openai", with_property({"anyOf": [OBJECT, NULL]}), with_property({"allOf": [OBJECT]})),
    ("openai", with_property({"anyOf": [OBJECT]}), with_property({"anyOf": [{"type": "object", "properties": {}}]})),
    # Objects
    ("openai", with_property(OBJECT), with_property(without(OBJECT, "additionalProperties"))),
    ("openai", with_property(OBJECT), with_property({**OBJECT, "additionalProperties": STRING})),
    ("openai", with_property(OBJECT), with_property({**OBJECT, "required": []})),
    ("openai", with_property(OBJECT), with_property({**OBJECT, "required": ["a", "b"]})),
    ("openai", with_property(OBJECT), with_property({"type": "object", "additionalProperties": False})),
    ("openai", with_property(closed({})), with_property({**OBJECT, "patternProperties": {"b": STRING}})),
    ("openai", tool(closed({"a": {"type": ["object", "null"], **without(OBJECT, "type")}})), tool({"type": "object"})),
    # Constants
    ("openai", with_property({"type": "string", "const": "a"}), with_property({"type": "string", "const": 1})),
    ("openai", with_property({"type": "integer", "enum": [1, 2.0]}), with_property({"type": "integer", "enum": [1.5]})),
    (
        "openai",
        with_property({"type": ["string", "null"], "enum": ["a", None]}),
        with_property({"type": "string", "enum": ["a", None]}),
    ),
    ("openai", with_property({"type": "boolean", "enum": [True]}), with_property({"type": "number", "enum": [True]})),
    ("openai", with_property({"type": "string", "enum": [""]}), with_property({"type": "string", "enum": []})),
    # References
    (
        "openai",
        with_property({"$ref": "#/$defs/A"}, **{"$defs": {"A": STRING}}),
        with_property({"$ref": "#/$defs/B"}, **{"$defs": {"A": STRING}}),
    ),
    (
        "openai",
        with_property({"anyOf": [{"$ref": "#"}, NULL], "description": "d"}),
        with_property({"$ref": "#", "description": "d"}),
    ),
    (
        "openai",
        with_property({"$ref": "#/definitions/a~1b%20c"}, definitions={"a/b c": STRING}),
        with_property({"$ref": "#/definitions/A"}, **{"$defs": {"A": STRING}}),
    ),
    (
        "openai",
        with_property({"$ref": "#/$defs/A"}, **{"$defs": {"A": OBJECT}}),
        with_property({"$ref": "#/$defs/A/properties/a"}, **{"$defs": {"A": OBJECT}}),
    ),
    ("openai", with_property(STRING, **{"$schema": "http://x"}), with_property(STRING, **{"$id": "http://x"})),
    ("openai", tool({**OBJECT, "definitions": {"A": STRING}}), with_property({**OBJECT, "definitions": {"A": STRING}})),
    ("openai", tool({**OBJECT, "$defs": {"A": STRING}}), with_property({**OBJECT, "$defs": {"A": STRING}})),
    ("openai", tool({**OBJECT, "$defs": {"A": OBJECT}}), tool({**OBJECT, "$defs": {"A": {"type": "object"}}})),
    # Limits
    ("openai-limit", nested(10), nested(11)),
    ("openai-limit", many(5_000, STRING, 4), many(5_001, STRING, 4)),
    ("openai-limit", many(1_000, STRING, 120), many(1_000, STRING, 121)),
    ("openai-limit", many(500, {"type": "integer", "enum": [1, 2]}), many(500, {"type": "integer", "enum": [1, 2, 3]})),
    ("openai", with_property(enum(250, 61)), with_property(enum(251, 61))),
    ("openai", with_property(enum(300, 50)), with_property(enum(300, 51))),
]


@pytest.mark.parametrize("number, accepted, refused", CASES)
def test_each_rule_has_two_sides(number, accepted, refused):
    assert refusals(accepted, TARGET) == []
    assert number in {refusal.rule for refusal in refusals(refused, TARGET)}


def test_recursion_is_held():
    node = closed({"value": STRING, "next": {"anyOf": [{"$ref": "#/$defs/N"}, NULL]}})
    assert refusals(with_property({"$ref": "#/$defs/N"}, **{"$defs": {"N": node}}), TARGET) == []


def test_a_request_holds_128_tools_with_names_of_their_own():
    tools = [tool(name=f"f{index}") for index in range(128)]
    assert refusals_request({"tools": tools}, TARGET) == []
    assert [refusal.row for refusal in refusals_request({"tools": [*tools, tool()]}, TARGET)] == ["N-max-declarations"]
    assert [refusal.row for refusal in refusals_request({"tools": [tool(), tool()]}, TARGET)] == ["N-duplicate"]
