"""Each rule of `parameters` says yes to one declaration and no to its neighbour."""

import pytest

from oracle import TARGETS, notes, refusals, refusals_request, rules
from oracle.accept import judge

STRING = {"type": "STRING"}


def declaration(parameters=None, **members) -> dict:
    body = {"name": "f", "description": "d", **members}
    return body if parameters is None else {**body, "parameters": parameters}


def with_property(schema: dict, **root) -> dict:
    return declaration({"type": "OBJECT", "properties": {"x": schema}, **root})


def nested(levels: int) -> dict:
    """An object schema of this many object levels."""
    schema = {"type": "OBJECT", "properties": {"x": STRING}}
    for _ in range(levels - 1):
        schema = {"type": "OBJECT", "properties": {"x": schema}}
    return declaration(schema)


UNION = {"anyOf": [STRING, {"type": "INTEGER"}]}
ALL = ("gemini", "gemini-api", "vertex-ai")
GEMINI = ("gemini", "gemini-api")
VERTEX = ("vertex-ai",)
STRICT = ("gemini",)
LAX = ("gemini-api",)

CASES = [
    ("1", ALL, declaration(name="a.b:c-d_1"), declaration(name="1a")),
    ("1", GEMINI, declaration(name="a" * 64), declaration(name="a" * 65)),
    ("1", VERTEX, declaration(name="a" * 128), declaration(name="a" * 129)),
    ("1", ALL, declaration(name="_"), declaration(name="bad name")),
    ("3", ALL, declaration(), declaration({"type": "OBJECT", "properties": {"x": STRING}}, parametersJsonSchema={})),
    ("3", ALL, declaration(response=STRING), declaration(response=STRING, responseJsonSchema={})),
    ("4", ALL, with_property(STRING), declaration({"type": "STRING"})),
    ("4", ALL, with_property(STRING), declaration({"properties": {"x": STRING}})),
    ("5", STRICT, declaration(), declaration({"type": "OBJECT", "properties": {}})),
    ("7", ALL, with_property(STRING, required=["x"]), with_property(STRING, required=["x", "y"])),
    (
        "7",
        LAX,
        with_property(STRING, propertyOrdering=["x"]),
        with_property(STRING, propertyOrdering=["y"]),
    ),
    (
        "8",
        ALL,
        with_property({"type": "OBJECT", "properties": {"a": STRING}}),
        with_property({"type": "STRING", "properties": {"a": STRING}}),
    ),
    (
        "8",
        ALL,
        with_property({"anyOf": [{"type": "OBJECT", "properties": {"a": STRING}, "required": ["a"]}]}),
        with_property({"anyOf": [{"type": "OBJECT", "properties": {"a": STRING}}, {"required": ["a"]}]}),
    ),
    ("9", ALL, with_property({"type": "ARRAY", "items": STRING}), with_property({"type": "ARRAY"})),
    ("9", ALL, with_property(STRING), with_property({"type": "STRING", "items": STRING})),
    (
        "9",
        ALL,
        with_property({"type": "ARRAY", "items": STRING, "minItems": 1}),
        with_property({"type": "STRING", "minItems": 1}),
    ),
    ("10", ALL, with_property({"type": "STRING", "nullable": True}), with_property({"nullable": True})),
    ("10", STRICT, with_property(UNION), with_property({"description": "anything"})),
    (
        "12",
        ALL,
        with_property({"type": "STRING", "enum": ["a"]}),
        with_property({"type": "STRING", "enum": ["a", ""]}),
    ),
    ("13", GEMINI, with_property({"type": "STRING", "enum": ["1"]}), with_property({"type": "INTEGER", "enum": ["1"]})),
    (
        "14",
        ALL,
        with_property({"type": "ARRAY", "items": {"type": "STRING", "enum": ["a"]}}),
        with_property({"type": "ARRAY", "items": STRING, "enum": ["a"]}),
    ),
    (
        "15",
        ALL,
        with_property({"type": "STRING", "format": "enum", "enum": ["a"]}),
        with_property({"type": "STRING", "format": "enum"}),
    ),
    (
        "16",
        GEMINI,
        with_property({"type": "STRING", "format": "date-time"}),
        with_property({"type": "STRING", "format": "uri"}),
    ),
    (
        "16",
        GEMINI,
        with_property({"type": "INTEGER", "format": "int64"}),
        with_property({"type": "INTEGER", "format": "double"}),
    ),
    ("17", ("gemini", "vertex-ai"), with_property(UNION), with_property({**UNION, "description": "d"})),
    ("20", ALL, nested(24), nested(25)),
    ("20", ALL, nested(24), nested(5000)),
    ("21", ALL, with_property(STRING), declaration({"type": "OBJECT", "properties": {"": STRING}})),
    ("24", ALL, with_property(STRING), with_property(True)),
    ("24", ALL, declaration(response=STRING), declaration(response={"type": "ARRAY", "items": True})),
    (
        "strict",
        ALL,
        with_property({"type": "STRING", "enum": ["a", "b"]}),
        with_property({"type": "STRING", "enum": ["a", "a"]}),
    ),
    ("strict", ALL, with_property(STRING), with_property({"type": "STRING", "description": "\ud800"})),
    ("strict", ALL, with_property(STRING), with_property({"type": "NUMBER", "maximum": float("inf")})),
    ("strict", ALL, declaration(), declaration(parametersJsonSchema={"type": "object"})),
    ("strict-fields", STRICT, with_property(STRING), with_property({"type": "STRING", "title": "X"})),
    ("strict-fields", STRICT, with_property(STRING), with_property({"type": "STRING", "default": "a"})),
    ("strict-fields", STRICT, with_property(STRING), with_property(STRING, propertyOrdering=["x"])),
    (
        "strict-pattern",
        STRICT,
        with_property({"type": "STRING", "pattern": "^a+$"}),
        with_property({"type": "STRING", "pattern": "^(?=a)"}),
    ),
    (
        "strict-pattern",
        STRICT,
        with_property({"type": "STRING", "pattern": "(a)b"}),
        with_property({"type": "STRING", "pattern": "(a)\\1"}),
    ),
]


@pytest.mark.parametrize("number, targets, accepted, refused", CASES)
def test_each_rule_has_two_sides(number, targets, accepted, refused):
    for target in targets:
        assert refusals(accepted, target) == []
        assert number in {refusal.rule for refusal in refusals(refused, target)}


def test_every_registered_rule_has_a_case():
    registered = {rule.number for rule in (*rules.NODE_RULES, *rules.ROOT_RULES)}
    assert registered <= {number for number, *_ in CASES}


def test_strict_rules_stay_off_the_lenient_target():
    for number, targets, _, refused in CASES:
        if targets == STRICT and number != "10":
            assert number not in {refusal.rule for refusal in refusals(refused, "gemini-api")}


def test_lower_case_types_are_for_the_lenient_target_only():
    lower = declaration({"type": "object", "properties": {"x": {"type": "String"}}})
    assert refusals(lower, "gemini-api") == []
    assert "P-type-not-enum" in {refusal.row for refusal in refusals(lower, "gemini")}


def test_null_type_is_for_the_lenient_targets_only():
    union = with_property({"anyOf": [STRING, {"type": "NULL"}]})
    assert refusals(union, "gemini-api") == []
    assert refusals(union, "vertex-ai") == []
    assert refusals(union, "gemini") != []


def test_a_free_form_object_is_accepted_and_counted():
    free = with_property({"type": "OBJECT", "description": "any members"})
    for target in ALL:
        assert refusals(free, target) == []
        assert list(notes(free, target)) == [("6", "/parameters/properties/x")]


def test_alternatives_that_an_answer_does_not_tell_apart_are_counted():
    arrays = [{"type": "ARRAY", "items": STRING}, {"type": "ARRAY", "items": {"type": "INTEGER"}}]
    assert list(notes(with_property({"anyOf": arrays}), "gemini")) == [("alike", "/parameters/properties/x")]
    assert list(notes(with_property(UNION), "gemini")) == []


def test_data_is_not_read_as_schema():
    data = {"properties": {"a": True}, "required": ["b"], "type": "nothing"}
    assert refusals(with_property({"type": "OBJECT", "example": data}), "gemini-api") == []
    assert refusals(with_property({"type": "STRING", "default": data}), "gemini-api") == []


def test_a_property_may_be_called_like_a_keyword():
    names = ("type", "items", "anyOf", "properties", "required", "enum", "default", "title", "$ref", "format_", "ref")
    keywords = declaration({"type": "OBJECT", "properties": {name: STRING for name in names}})
    for target in ALL:
        assert refusals(keywords, target) == []


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "wrong",
    [
        {"required": [{}]},
        {"propertyOrdering": [[]], "required": {}},
        {"type": {}, "format": "date"},
        {"format": []},
        {"type": [[], "object"]},
        {"properties": [], "$ref": {}, "ref": []},
        {"enum": {}, "anyOf": {}, "$defs": [], "defs": 1, "items": 1},
    ],
)
def test_wrong_kinds_are_refused(wrong, target):
    schema = {"type": "object", "properties": {"x": {"type": "number", **wrong}}}
    door = "parametersJsonSchema" if target == "gemini-json-schema" else "parameters"
    held = {"name": "f", door: schema}
    if target == "openai-strict":
        held = {"type": "function", "function": {**held, "strict": True}}
    assert refusals(held, target) != []


REQUESTS = [
    ("N-duplicate", {"tools": [{"functionDeclarations": [declaration(), declaration()]}]}),
    ("N-empty-tool", {"tools": [{"functionDeclarations": []}]}),
    ("N-max-declarations", {"tools": [{"functionDeclarations": [declaration(name=f"f{i}") for i in range(513)]}]}),
    ("N-config-without-declarations", {"toolConfig": {"functionCallingConfig": {"mode": "AUTO"}}}),
    ("N-config-without-declarations", {"tool_config": {"function_calling_config": {"mode": "AUTO"}}}),
    ("S-items-missing", {"tools": [{"function_declarations": [with_property({"type": "ARRAY"})]}]}),
]


@pytest.mark.parametrize("row, body", REQUESTS)
def test_request_rules(row, body):
    for target in ALL:
        assert row in {refusal.row for refusal in refusals_request(body, target)}


def test_a_clean_request_is_accepted():
    body = {
        "tools": [{"functionDeclarations": [declaration(name=f"f{i}") for i in range(512)]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY"}},
    }
    for target in ALL:
        assert refusals_request(body, target) == []


@pytest.mark.parametrize(
    "line, reason",
    [
        ('{"name": "f", "declaration": {"name": "f", "name": "g", "description": "d"}}', "written twice"),
        ('{"name": "f", "declaration": {"name": "f", "description": "\\ud800"}}', "lone surrogate"),
        ('{"name": "f", "declaration": {"name": "f"', "not JSON"),
        ('{"name": "f", "error": "no schema"}', "no declaration"),
        ('{"name": "f", "declaration": ' + "[" * 200_000 + "]" * 200_000 + "}", "nested"),
    ],
)
def test_lines_that_cannot_be_accepted(line, reason):
    for target in TARGETS:
        assert any(reason in refusal.message for refusal in judge(line, target).refusals)
