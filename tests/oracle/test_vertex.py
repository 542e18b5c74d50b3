"""Features that only Vertex AI has: the closed objects of its discovery document, maps, `ref` and `defs`."""

import pytest

from oracle import refusals
from oracle.protos import VERTEX, parse
from oracle.surfaces import vertex

STRING = {"type": "STRING"}
INTEGER = {"type": "INTEGER"}
NODE = {"type": "OBJECT", "properties": {"next": {"ref": "#/defs/N"}}}


def declaration(schema: dict, **root) -> dict:
    return {"name": "f", "parameters": {"type": "OBJECT", "properties": {"x": schema}, **root}}


def rows(schema: dict, **root) -> set[str]:
    return {refusal.row for refusal in refusals(declaration(schema, **root), "vertex-ai")}


def mapped(schema) -> dict:
    return {"type": "OBJECT", "additionalProperties": schema}


def test_the_document_has_the_fields_that_the_walk_relies_on():
    fields = vertex().messages[vertex().name("Schema")]["properties"]
    assert fields["additionalProperties"]["type"] == "any"
    assert "Only allowed at root level" in fields["defs"]["description"]
    assert "NULL" in fields["type"]["enum"]
    assert len(fields) == 25


@pytest.mark.parametrize(
    "schema",
    [
        STRING,
        {"type": "string"},
        {"type": "NULL"},
        {"type": "STRING", "format": "uri"},
        {"type": "INTEGER", "enum": ["1", "2"], "format": "enum"},
        {"type": "STRING", "minLength": "5"},
        {"type": "STRING", "min_length": 1, "any_of": None},
        {"type": "STRING", "default": {"a": [1, None]}, "title": "X"},
        mapped(True),
        mapped(False),
        mapped(STRING),
        mapped({"type": "ARRAY", "items": mapped(INTEGER)}),
        mapped({"anyOf": [STRING, INTEGER]}),
    ],
)
def test_accepted(schema):
    assert rows(schema) == set()


@pytest.mark.parametrize(
    "row, schema",
    [
        ("P-oneOf-undocumented", {"oneOf": [STRING]}),
        ("P-unknown-const", {"type": "STRING", "const": "a"}),
        ("P-unknown-vendor", {"type": "STRING", "x-order": 1}),
        ("P-unknown-ref-defs", {"$ref": "#/$defs/A"}),
        ("P-unknown-const", mapped({"type": "STRING", "const": "a"})),
        ("P-type-not-enum", mapped({"type": "any"})),
        ("P-type-list", mapped({"type": ["STRING", "NULL"]})),
        ("P-items-list", mapped([STRING])),
        ("P-boolean-subschema", mapped({"type": "ARRAY", "items": True})),
        ("P-enum-nonstring", {"type": "INTEGER", "enum": [1]}),
        ("P-int-fraction", {"type": "STRING", "minLength": 1.5}),
        ("P-scalar-kind", {"type": "NUMBER", "minimum": True}),
        ("P-scalar-kind", {"type": "STRING", "description": {}}),
        ("P-scalar-kind", {"type": "OBJECT", "properties": []}),
        ("P-scalar-kind", {"anyOf": STRING}),
        ("P-scalar-kind", {"type": "STRING", "nullable": "true"}),
        ("", {"type": "STRING", "minLength": 1, "min_length": 1}),
        ("S-items-missing", mapped({"type": "ARRAY"})),
        ("S-required-undefined", mapped({"type": "OBJECT", "properties": {}, "required": ["a"]})),
        ("S-structural-on-non-object", {"type": "STRING", "additionalProperties": STRING}),
        ("V-anyof-siblings", mapped({"anyOf": [STRING, INTEGER], "description": "d"})),
        ("V-type-missing", mapped({"nullable": True})),
    ],
)
def test_refused(row, schema):
    assert row in rows(schema)


def test_a_declaration_is_closed_too():
    assert "P-unknown-fd-strict" in {
        refusal.row for refusal in refusals({**declaration(STRING), "strict": True}, "vertex-ai")
    }


def nested(unions: int) -> dict:
    """Unions count as messages, though they are no levels of objects."""
    schema = STRING
    for _ in range(unions):
        schema = {"anyOf": [schema]}
    return schema


def test_messages_are_counted_as_googles_parser_counts_them():
    for unions, row in ((27, set()), (28, {"P-too-deep"})):
        body = {"tools": [{"functionDeclarations": [declaration(nested(unions))]}]}
        assert rows(nested(unions)) == row
        assert (parse(body, VERTEX) is None) == (not row)


REFERENCES = [
    ({"ref": "#/defs/A"}, {"ref": "#/defs/B"}, "J-undefined-ref"),
    ({"ref": "#/defs/A"}, {"ref": "A"}, "J-undefined-ref"),
    ({"ref": "#/defs/A", "description": "d"}, {"ref": "#/defs/A", "type": "STRING"}, "V-ref-siblings"),
    ({"ref": "#/defs/A", "default": 1}, {"ref": "#/defs/A", "nullable": True}, "V-ref-siblings"),
    (mapped({"ref": "#/defs/A"}), mapped({"ref": "#/defs/B"}), "J-undefined-ref"),
    ({"ref": "#/defs/A"}, {"type": "OBJECT", "defs": {"C": STRING}}, "V-ref-siblings"),
]


@pytest.mark.parametrize("accepted, refused, row", REFERENCES)
def test_references(accepted, refused, row):
    assert rows(accepted, defs={"A": STRING}) == set()
    assert row in rows(refused, defs={"A": STRING})


def test_definitions_are_walked():
    assert rows({"ref": "#/defs/A"}, defs={"A": {"type": "ARRAY"}}) == {"S-items-missing"}


LOOPS = [
    (NODE, {**NODE, "required": ["next"]}),
    (
        {"type": "ARRAY", "items": {"ref": "#/defs/N"}},
        {"type": "ARRAY", "items": {"ref": "#/defs/N"}, "minItems": 1},
    ),
    ({"anyOf": [STRING, NODE]}, {"anyOf": [STRING, {"ref": "#/defs/N"}]}),
]


@pytest.mark.parametrize("accepted, refused", LOOPS)
def test_a_loop_passes_an_optional_property_or_a_list(accepted, refused):
    assert rows({"ref": "#/defs/N"}, defs={"N": accepted}) == set()
    assert rows({"ref": "#/defs/N"}, defs={"N": refused}) == {"J-ref-loop"}
