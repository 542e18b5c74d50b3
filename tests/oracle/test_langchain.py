"""LangChain.js's own clients over declarations: what they throw on, and what they send."""

import json
import re

import pytest

from oracle import langchain, notes, refusals

STRING = {"type": "string"}
MANIFEST = json.loads((langchain.SCRIPT.parent / "package.json").read_text())


def declaration(schema, **root) -> dict:
    return {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {"x": schema}, **root}}


def found(schema, **root) -> dict[str, str]:
    return {refusal.rule: refusal.row for refusal in refusals(declaration(schema, **root), "langchain")}


def test_the_clients_are_pinned_and_all_of_them_answer():
    packages = MANIFEST["dependencies"]
    assert all(re.fullmatch(r"[0-9.]+", version) for version in packages.values())
    answer = langchain.sent(json.dumps(declaration(STRING)))
    assert answer["sent"].keys() == langchain.SURFACES.keys() <= packages.keys()
    assert all(sent == declaration(STRING) for sent in answer["sent"].values())


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "enum": ["a", "b"], "description": "d"},
        {"type": "integer", "nullable": True, "minimum": 1},
        {"type": "array", "items": {"type": "object", "properties": {"a": STRING}, "required": ["a"]}},
        {"type": "object", "description": "any members"},
    ],
)
def test_accepted(schema):
    assert found(schema) == {}


def test_a_tool_without_parameters_is_accepted():
    assert refusals({"name": "f", "description": "d"}, "langchain") == []


@pytest.mark.parametrize(
    "schema, client, row",
    [
        ({"anyOf": [STRING, {"type": "number"}]}, "@langchain/google-common", "L-lcjs-union"),
        ({"oneOf": [STRING, {"type": "number"}]}, "@langchain/google-vertexai", "L-lcjs-union"),
        ({"type": ["string", "number"]}, "@langchain/google-common", "L-lcjs-typearray"),
        ({"type": ["string", "number"]}, "@langchain/google", "L-lcgoogle-union"),
        ({"$ref": "#/$defs/A"}, "@langchain/google", "L-lcgoogle-ref"),
    ],
)
def test_what_the_clients_throw_on(schema, client, row):
    assert found(schema)[f"throws:{client}"] == row


def test_what_they_let_through_is_refused_by_the_server():
    assert found({"type": ["string", "null"]})["parse:@langchain/google-genai"] == "P-type-list"
    assert found({"type": "string", "const": "a"})["parse:gemini-api:@langchain/google-common"] == "P-unknown-const"
    assert found({"type": "string", "const": "a"})["parse:@langchain/google-vertexai"] == "P-unknown-const"
    assert "parse:gemini-api:@langchain/google" not in found({"type": "string", "const": "a"})


def test_the_name_of_the_function_is_judged():
    named = {**declaration(STRING), "name": "1a"}
    assert {refusal.row for refusal in refusals(named, "langchain")} == {"N-invalid-name"}


def test_the_root_is_an_object_as_a_text_would_be_taken_for_another_kind_of_tool():
    text = {**declaration(STRING), "parameters": {"type": "string", "minLength": 3}}
    assert [refusal.rule for refusal in refusals(text, "langchain")] == ["4"]


def test_the_other_door_is_refused():
    other = {"name": "f", "parametersJsonSchema": {"type": "object"}}
    assert [refusal.rule for refusal in refusals(other, "langchain")] == ["strict"]


def test_a_property_that_a_client_drops_by_its_name_is_counted():
    held = {"name": "f", "parameters": {"type": "object", "properties": {"strict": STRING, "x": STRING}}}
    assert refusals(held, "langchain") == []
    assert list(notes(held, "langchain")) == [("langchain-changed", "/@langchain~1google-genai")]


def test_a_required_property_that_a_client_drops_is_refused():
    held = {"type": "object", "properties": {"strict": STRING, "x": STRING}, "required": ["strict"]}
    refused = refusals({"name": "f", "parameters": held}, "langchain")
    assert {(refusal.rule, refusal.row) for refusal in refused} == {
        ("7:@langchain/google-genai", "S-required-undefined")
    }


def test_a_property_that_a_client_takes_for_a_keyword_is_refused():
    held = {"name": "f", "parameters": {"type": "object", "properties": {"anyOf": STRING}}}
    assert {refusal.rule for refusal in refusals(held, "langchain")} == {
        "throws:@langchain/google-common",
        "throws:@langchain/google-vertexai",
    }
