"""Schemas of whole answers: the same rules, but any root, and the order of properties may be told."""

import pytest

from oracle import TARGETS, response_refusals

PARAMETERS = ("gemini", "gemini-api", "vertex-ai")
LOWER = ("gemini-json-schema", "langchain", "universal")


def upper(schema: dict, target: str) -> dict:
    return {**schema, "type": schema["type"].upper()} if target in PARAMETERS else schema


@pytest.mark.parametrize("target", (*PARAMETERS, *LOWER))
def test_the_root_may_be_anything(target):
    assert response_refusals(upper({"type": "string", "enum": ["a"]}, target), target) == []
    assert response_refusals({"anyOf": [upper({"type": kind}, target) for kind in ("string", "number")]}, target) == []


@pytest.mark.parametrize("target", (*PARAMETERS, *LOWER))
def test_the_order_of_properties_may_be_told(target):
    ordered = {"properties": {"a": upper({"type": "string"}, target)}, "propertyOrdering": ["a"]}
    assert response_refusals(upper({"type": "object", **ordered}, target), target) == []
    undeclared = upper({"type": "object", **ordered, "propertyOrdering": ["b"]}, target)
    if target != "gemini-json-schema":
        assert "S-ordering-undefined" in {refusal.row for refusal in response_refusals(undeclared, target)}


@pytest.mark.parametrize("target", PARAMETERS)
@pytest.mark.parametrize(
    "row, schema",
    [
        ("P-unknown-const", {"type": "STRING", "const": "a"}),
        ("P-boolean-subschema", {"type": "ARRAY", "items": True}),
        ("S-items-missing", {"type": "ARRAY"}),
        ("V-type-missing", {"nullable": True}),
        ("S-required-undefined", {"type": "OBJECT", "required": ["a"]}),
    ],
)
def test_refused_at_responseSchema(row, schema, target):
    assert row in {refusal.row for refusal in response_refusals(schema, target)}


def test_a_union_is_alone_where_vertex_may_read_it():
    titled = {"title": "t", "anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}
    assert response_refusals(titled, "gemini-api") == []
    for target in ("gemini", "vertex-ai"):
        assert "V-anyof-siblings" in {refusal.row for refusal in response_refusals(titled, target)}


def test_refused_at_responseJsonSchema():
    for schema, row in (({"$ref": "#/$defs/A"}, "J-undefined-ref"), ({"items": True}, "J-boolean-subschema")):
        assert [refusal.row for refusal in response_refusals(schema, "gemini-json-schema")] == [row]


def test_the_root_of_openai_s_response_format_is_an_object():
    closed = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    assert response_refusals(closed, "openai-strict") == []
    assert {refusal.rule for refusal in response_refusals({"type": "string"}, "openai-strict")} == {"4"}


def test_hostile_schemas_are_refused():
    deep: dict = {}
    for _ in range(5000):
        deep = {"items": deep}
    for target in TARGETS:
        if target != "auto":
            assert [refusal.row for refusal in response_refusals(deep, target)] == ["P-too-deep"]
            assert [refusal.rule for refusal in response_refusals(True, target)] == ["parse"]
