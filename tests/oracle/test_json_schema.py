"""The JSON-Schema door: what is refused there, and what is only not enforced."""

import pytest

from oracle import notes, refusals

TARGETS = ("gemini-json-schema", "auto")
STRING = {"type": "string"}
NULL = {"type": "null"}
REF = {"$ref": "#/$defs/N"}


def declaration(schema, **members) -> dict:
    return {"name": "f", "description": "d", "parametersJsonSchema": schema, **members}


def with_property(schema, **root) -> dict:
    return declaration({"type": "object", "properties": {"x": schema}, **root})


def nested(levels: int) -> dict:
    schema = STRING
    for _ in range(levels):
        schema = {"type": ["object", "null"], "properties": {"x": schema}}
    return declaration({**schema, "type": "object"})


CASES = [
    ("1", declaration({"type": "object"}), declaration({"type": "object"}, name="1a")),
    ("1", declaration({"type": "object"}, name="a" * 64), declaration({"type": "object"}, name="a" * 65)),
    ("3", declaration({"type": "object"}), declaration({"type": "object"}, parameters={})),
    ("4", declaration({"type": "object"}), declaration({"properties": {}})),
    ("4", declaration({"type": "object"}), declaration({"type": ["object"]})),
    ("4", declaration({"type": "object"}), declaration({"type": "array"})),
    ("20", nested(24), nested(25)),
    ("20", nested(24), nested(5000)),
    ("21", with_property(STRING), declaration({"type": "object", "properties": {"": STRING}})),
    ("24", with_property({}), with_property(True)),
    ("24", with_property({"type": "array", "items": {}}), with_property({"type": "array", "items": False})),
    ("24", declaration({"type": "object", "additionalProperties": False}), declaration(True)),
    ("24", declaration({"type": "object"}, responseJsonSchema=STRING), declaration({}, responseJsonSchema=False)),
    ("json-schema", with_property({"type": ["string", "null"]}), with_property({"type": "STRING"})),
    ("json-schema", with_property({"prefixItems": [STRING]}), with_property({"items": [STRING]})),
    ("json-schema", with_property({"minLength": 1}), with_property({"minLength": "1"})),
    ("json-schema", with_property({"exclusiveMinimum": 0}), with_property({"exclusiveMinimum": True})),
    ("strict", with_property(STRING), {"name": "f", "parameters": {"type": "OBJECT", "properties": {"x": STRING}}}),
    ("strict", with_property(STRING), with_property({"description": "\ud800"})),
    ("google-genai", with_property(STRING), declaration({"type": "object"}, strict=True)),
]


@pytest.mark.parametrize("number, accepted, refused", CASES)
def test_each_rule_has_two_sides(number, accepted, refused):
    assert refusals(accepted, "gemini-json-schema") == []
    assert number in {refusal.rule for refusal in refusals(refused, "gemini-json-schema")}


REFERENCES = [
    (REF, {"$ref": "#/$defs/M"}, "J-undefined-ref"),
    (REF, {"$ref": "#/definitions/N"}, "J-undefined-ref"),
    ({"$ref": "#"}, {"$ref": "#/properties/x"}, "J-undefined-ref"),
    ({"$ref": "#/$defs/a~1b"}, {"$ref": "#/$defs/a/b"}, "J-undefined-ref"),
    ({"$ref": "#/$defs/c%20d"}, {"$ref": "#/$defs/c+d"}, "J-undefined-ref"),
    (REF, {"$ref": "https://example.com/schema"}, "J-undefined-ref"),
    ({**REF, "description": "d", "default": "a", "$comment": "c"}, {**REF, "title": "t"}, "J-ref-siblings"),
    ({"anyOf": [REF, NULL]}, {**REF, "type": "string"}, "J-ref-siblings"),
]


@pytest.mark.parametrize("accepted, refused, row", REFERENCES)
def test_references(accepted, refused, row):
    definitions = {"N": STRING, "a/b": STRING, "c d": STRING}
    for target in TARGETS:
        assert refusals(with_property(accepted, **{"$defs": definitions}), target) == []
        assert {refusal.row for refusal in refusals(with_property(refused, **{"$defs": definitions}), target)} == {row}


def recursive(member, required=True) -> list[str]:
    """The rows against a schema with a member that leads back to it."""
    node = {"type": "object", "properties": {"next": member}, "required": ["next"] if required else []}
    held = with_property(REF, **{"$defs": {"N": node}})
    return [refusal.row for refusal in refusals(held, "gemini-json-schema")]


def array(**members) -> dict:
    return {"type": "array", "items": REF, **members}


def test_a_loop_passes_an_optional_property():
    assert recursive(REF, required=False) == []
    assert recursive(REF) == ["J-ref-loop"]


@pytest.mark.parametrize("member", [array(), array(minItems=0), {"anyOf": [array(), NULL]}])
def test_a_loop_passes_a_list_that_may_be_empty(member):
    assert recursive(member) == []


@pytest.mark.parametrize(
    "member",
    [
        array(minItems=1),
        array(type=["array", "null"]),
        {"items": REF},
        {"anyOf": [REF, NULL]},
        {"oneOf": [REF, NULL]},
        {"allOf": [REF]},
        {"type": "array", "prefixItems": [REF]},
        {"type": "object", "additionalProperties": REF},
        {"type": "object", "properties": {"a/b": REF}, "required": ["a/b"]},
    ],
)
def test_nothing_else_ends_a_loop(member):
    assert recursive(member) == ["J-ref-loop"]


def test_a_loop_through_the_root_and_one_behind_an_optional_property():
    through = declaration({"type": "object", "properties": {"x": {"$ref": "#"}}, "required": ["x"]})
    behind = with_property(REF, **{"$defs": {"N": {"anyOf": [{"$ref": "#/$defs/M"}]}, "M": {"anyOf": [REF]}}})
    for held in (through, behind):
        assert [refusal.rule for refusal in refusals(held, "gemini-json-schema")] == ["23"]


def test_data_is_not_read_as_schema():
    data = {"$ref": "nowhere", "items": True, "type": "nothing"}
    assert refusals(with_property({"default": data, "examples": [data], "enum": [data]}), "gemini-json-schema") == []


def test_a_property_may_be_called_like_a_keyword():
    names = ("type", "items", "anyOf", "properties", "$ref", "$defs", "not", "default")
    held = declaration({"type": "object", "properties": {name: STRING for name in names}})
    assert refusals(held, "gemini-json-schema") == []


def test_what_is_not_enforced_is_counted():
    held = with_property({"type": "string", "minLength": 1, "title": "X"}, additionalProperties=False)
    assert refusals(held, "gemini-json-schema") == []
    assert list(notes(held, "gemini-json-schema")) == [("26", "/parametersJsonSchema/properties/x/minLength")]


def test_a_large_enum_is_counted():
    held = with_property({"type": "string", "enum": ["a" * 1000, "b" * 1001]})
    assert ("25", "/parametersJsonSchema") in list(notes(held, "gemini-json-schema"))


def test_auto_is_judged_by_the_door_it_took():
    lower = {"type": "object", "properties": {"x": {"type": ["string", "null"]}}}
    assert refusals({"name": "f", "parametersJsonSchema": lower}, "auto") == []
    assert "P-type-list" in {refusal.row for refusal in refusals({"name": "f", "parameters": lower}, "auto")}
    assert refusals({"name": "f"}, "auto") == []
