"""One schema for several providers: Gemini's strictest side, in lower case."""

import pytest

from oracle import refusals

STRING = {"type": "string"}


def declaration(parameters=None, name="f") -> dict:
    body = {"name": name, "description": "d"}
    return body if parameters is None else {**body, "parameters": parameters}


def with_property(schema, **root) -> dict:
    return declaration({"type": "object", "properties": {"x": schema}, **root})


OBJECT = {"type": "object", "properties": {"type": STRING, "enum": {"type": "integer"}}, "required": ["type"]}
CASES = [
    ("1", declaration(name="a_b-C"), declaration(name="a.b")),
    ("1", declaration(name="a" * 64), declaration(name="a" * 65)),
    ("universal", with_property(STRING), with_property({"type": "String"})),
    ("json-schema", with_property(STRING), with_property({"type": "STRING"})),
    ("json-schema", with_property({**STRING, "minLength": 1}), with_property({**STRING, "minLength": "1"})),
    ("4", with_property(OBJECT), declaration({"anyOf": [OBJECT]})),
    ("17", with_property({"anyOf": [STRING, OBJECT]}), declaration({**OBJECT, "anyOf": [OBJECT]})),
    ("5", declaration(), declaration({"type": "object", "properties": {}})),
    ("7", with_property(OBJECT), with_property({**OBJECT, "required": ["a"]})),
    ("9", with_property({"type": "array", "items": OBJECT}), with_property({"type": "array"})),
    ("parse:gemini-api", with_property(OBJECT), with_property({**OBJECT, "additionalProperties": False})),
    ("parse", with_property({"type": "string", "nullable": True}), with_property({"type": ["string", "null"]})),
    ("strict-fields", with_property(STRING), with_property({"type": "string", "default": "a"})),
    ("openai-pattern", with_property({**STRING, "pattern": "^a$"}), with_property({**STRING, "pattern": "^\\p{L}$"})),
    ("strict", with_property(STRING), {**declaration(), "parametersJsonSchema": OBJECT}),
]


@pytest.mark.parametrize("number, accepted, refused", CASES)
def test_each_rule_has_two_sides(number, accepted, refused):
    assert refusals(accepted, "universal") == []
    assert number in {refusal.rule for refusal in refusals(refused, "universal")}


def test_data_keeps_its_case():
    held = with_property({"type": "object", "properties": {"x": STRING}, "example": {"type": "Something"}})
    assert refusals(held, "universal") == []


def test_claude_refuses_names_of_arguments():
    nested = {"type": "object", "properties": {"filter[id]": STRING}}
    assert refusals(declaration({"type": "object", "properties": {"a.b-c": nested}}), "universal") == []
    assert "claude-property-name" in {refusal.rule for refusal in refusals(declaration(nested), "universal")}
