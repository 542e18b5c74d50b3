"""The behavior of Google's parsers: if a new version of a package differs, it fails here first."""

import pytest
from google.protobuf import json_format

from oracle import refusals
from oracle.protos import GEMINI_API, MAX_DEPTH, PYTHON_NAMES, VERTEX, parse

def body(schema: dict) -> dict:
    parameters = {"type": "OBJECT", "properties": {"x": schema}}
    return {"tools": [{"functionDeclarations": [{"name": "f", "parameters": parameters}]}]}


def parsed(schema: dict, surface=GEMINI_API) -> bool:
    return parse(body(schema), surface) is None


def accepted(schema: dict) -> bool:
    declaration = body(schema)["tools"][0]["functionDeclarations"][0]
    return refusals(declaration, "gemini-api") == []


def schema_message(surface):
    fields = surface.pb().DESCRIPTOR.fields_by_name["tools"].message_type.fields_by_name
    return fields["function_declarations"].message_type.fields_by_name["parameters"].message_type


def test_null_is_a_type_of_one_surface():
    assert parsed({"type": "NULL"}, GEMINI_API)
    assert not parsed({"type": "NULL"}, VERTEX)


def test_vertex_does_not_look_inside_additional_properties():
    assert parsed({"type": "OBJECT", "additionalProperties": {"type": "nonsense", "unknown": 1}}, VERTEX)


# The parser is stricter than the server


@pytest.mark.parametrize("kind", ["string", "String"])
def test_type_case_is_the_parser_s_own_strictness(kind):
    assert not parsed({"type": kind})
    assert accepted({"type": kind})


# The parser is laxer than the server


@pytest.mark.parametrize(
    "schema",
    [
        {"type": 1},
        {"type": 99},
        {"type": "1"},
        {"type_": "STRING"},
        {"type": "STRING", "format_": "date-time"},
        {"type": "STRING", "minLength": 1.0},
        {"type": "STRING", "minLength": "1.0"},
        {"type": "STRING", "minLength": "1e3"},
        {"type": "ARRAY", "items": {"type": "STRING"}, "minItems": 1, "min_items": 1},
        {"type": "NUMBER", "minimum": True},
    ],
)
def test_what_only_the_corrections_refuse(schema):
    assert parsed(schema)
    assert not accepted(schema)


def test_the_python_names_are_not_json_names():
    names = {field.json_name for field in schema_message(GEMINI_API).fields}
    assert names.isdisjoint(PYTHON_NAMES)


# The parser and the server agree


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "STRING", "minLength": 1.5},
        {"type": "STRING", "pattern": 5},
        {"type": "STRING", "title": {}},
        {"type": ""},
        {"type": "any"},
        {"type": ["STRING", "NULL"]},
        {"type": "INTEGER", "enum": [1]},
        {"type": "ARRAY", "items": [{"type": "STRING"}]},
        {"type": "ARRAY", "items": True},
        {"type": "OBJECT", "properties": {"a": None}},
        {"type": "STRING", "enum": [None]},
        {"type": "STRING", "additional_properties": False},
    ],
)
def test_refused_by_both(schema):
    assert not parsed(schema)
    assert not accepted(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "STRING", "minLength": "5"},
        {"type": "NUMBER", "minimum": "0.5"},
        {"type": "STRING", "min_length": 1},
        {"any_of": [{"type": "STRING"}, {"type": "INTEGER"}]},
        {"type": "STRING", "pattern": None},
        {"type": "STRING", "default": {"a": [1, None]}},
    ],
)
def test_accepted_by_both(schema):
    assert parsed(schema)
    assert accepted(schema)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), float("-inf"), 10**400])
def test_numbers_need_a_value(value):
    assert not accepted({"type": "NUMBER", "maximum": value})


# Equal on the wire, so equal to the server


def message(schema: dict):
    return json_format.ParseDict(body(schema), GEMINI_API.pb()())


@pytest.mark.parametrize(
    "unset",
    [
        {"properties": {}},
        {"enum": []},
        {"required": []},
        {"anyOf": []},
        {"nullable": False},
        {"minLength": 0},
        {"maxItems": 0},
        {"description": ""},
    ],
)
def test_these_are_the_same_as_missing(unset):
    assert message({"type": "STRING", **unset}) == message({"type": "STRING"})


def test_an_unspecified_type_is_a_missing_type():
    assert message({"type": "TYPE_UNSPECIFIED"}) == message({})


@pytest.mark.parametrize("set_", [{"items": {}}, {"minimum": 0}, {"default": None}])
def test_these_are_not(set_):
    assert message({"type": "ARRAY", **set_}) != message({"type": "ARRAY"})


def test_empty_items_satisfy_an_array():
    assert accepted({"type": "ARRAY", "items": {}})


def nested(levels: int) -> dict:
    schema = {"type": "STRING"}
    for _ in range(levels - 1):
        schema = {"type": "OBJECT", "properties": {"x": schema}}
    return schema


def test_the_depth_limit_keeps_a_margin_below_the_measured_thirty_levels():
    deepest = max(levels for levels in range(1, 40) if parsed(nested(levels)))
    assert MAX_DEPTH == 32
    assert deepest == 28
