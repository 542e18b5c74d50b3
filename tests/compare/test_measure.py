"""The findings on declarations, each on a minimal one. Run with tests/oracle on PYTHONPATH."""

import pytest
from measure import judged, totals
from names import Names, spelling

TOOL = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "properties": {
            "a": {"type": "object", "properties": {"b": {"type": "integer", "minimum": 3}}},
            "c": {"type": "array", "items": {"$ref": "#/$defs/d"}},
        },
        "$defs": {"d": {"type": "object", "properties": {"e": {"enum": ["x", "y"]}}}},
    },
}
C = {"type": "array", "items": {"type": "object", "properties": {"e": {"type": "string", "enum": ["x", "y"]}}}}
B = {"type": "integer", "minimum": 3}


def found(a, c, **more) -> dict:
    properties = {name: schema for name, schema in {"a": a, "c": c}.items() if schema}
    parameters = {"type": "object", "properties": properties, **more}
    return judged((TOOL, [{"declaration": {"name": "t", "parameters": parameters}}]))[0]


def a(b) -> dict:
    return {"type": "object", "properties": {"b": b}}


@pytest.mark.parametrize(
    "answer, causes, complete, gained, lost",
    [
        (found(a(B), C), [], True, False, False),
        (found(a({"type": "integer"}), C), [], True, True, False),
        (found(a({**B, "maximum": 3}), C), [], True, False, True),
        (found(a({"type": "string"}), C), [], True, True, True),
        (found(a(B), C, required=["c"]), [], True, False, True),
        (found({"type": "object"}, C), [], False, None, None),
        (found(a(B), {"type": "array"}), ["9 S-items-missing"], False, None, None),
    ],
)
def test_a_declaration(answer, causes, complete, gained, lost):
    assert (answer["causes"], answer["complete"]) == (causes, complete)
    assert [None if answer.get(of) is None else answer[of] > 0 for of in ("gained", "lost")] == [gained, lost]


def test_a_package_that_throws_has_no_declaration():
    [answer] = judged((TOOL, [{"error": "no"}]))
    assert answer["visible"] == [0, 4]
    assert totals([answer])["causes"] == {"throws": 1}


def test_names_are_those_of_the_original():
    codec = {"arguments": {"object": {"names": {"a_b": "a b"}, "rest": {"member": "more"}}}}
    own, wrappers = spelling(codec)
    wire = {"type": "OBJECT", "properties": {"a_b": {}, "more": {"type": "ARRAY", "items": {"properties": {"c": {}}}}}}
    original = {"properties": {"a b": {}, "c": {}, "d": False}}
    assert Names(wire, "parameters", own, wrappers).shown(Names(original, "original")) == (2, 2)


def test_recursion_is_counted_to_a_depth_of_six():
    node = {"properties": {"next": {"$ref": "#"}}}
    flat = {"properties": {"next": {"properties": {"next": {}}}}}
    assert Names(flat, "parameters").shown(Names(node, "original")) == (2, 6)
