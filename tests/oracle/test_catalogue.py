"""The recorded rejections: the oracle rejects each hard one, and accepts it once the program has transformed it."""

import json

import pytest

from oracle import TARGETS, program, refusals, refusals_request, response_refusals
from oracle.declarations import parameters

ROWS = json.loads((program.ROOT / "crate" / "core" / "data" / "errors.json").read_text())
HARD = [row for row in ROWS if row["hard"]]
# Request rows that no change to a declaration can mend: which tools go together is the caller's choice.
CALLERS_CHOICE = {
    "N-config-without-declarations",
    "N-json-mime-with-tools",
    "N-builtin-tools-with-functions",
    "N-several-function-tools",
    "A-function-response-ref",
    "A-function-response-value",
}
# Rows that a surface accepts today, though another does not, or it did not once. `gemini` follows the strictest.
TAKEN = {
    "gemini": set(),
    "gemini-api": {"S-object-empty-properties", "S-type-must-be-specified", "V-anyof-siblings"},
    "vertex-ai": {
        "N-name-length",
        "P-unknown-additionalProperties",
        "S-enum-nonstring-type",
        "S-format-string",
        "S-object-empty-properties",
        "S-type-must-be-specified",
    },
}
# Rows that `parametersJsonSchema` rejects.
BEHIND_THE_DOOR = {
    "J-undefined-ref",
    "J-ref-loop",
    "J-required-undefined",
    "J-ref-siblings",
    "J-boolean-subschema",
    "J-cyclic-bare-400",
}
# Rows on which LangChain.js throws.
THROWN = {"L-lcjs-union", "L-lcjs-typearray", "L-lcgoogle-union", "L-lcgoogle-ref"}


def too_deep() -> dict:
    schema = {"type": "STRING"}
    for _ in range(31):
        schema = {"type": "OBJECT", "properties": {"a": schema}}
    return schema


def example(row: dict):
    """The smallest schema of a row; two are too long to be written down."""
    if row["id"] == "P-too-deep":
        return too_deep()
    if row["id"] == "N-max-declarations":
        tools = [{"name": f"f{index}", "description": "d"} for index in range(513)]
        return {"tools": [{"functionDeclarations": tools}]}
    return row["minimal_schema"]


def declaration(row: dict) -> dict:
    if row["door"] == "parameters":
        return {"name": "f", "description": "d", "parameters": example(row)}
    return example(row)


def request(row: dict) -> dict:
    if row["door"] == "request":
        return example(row)
    return {"tools": [{"functionDeclarations": [declaration(row)]}]}


def rows(*doors: str) -> list:
    chosen = [row for row in HARD if row["door"] in doors and row["id"] not in CALLERS_CHOICE]
    return [pytest.param(row, id=row["id"]) for row in chosen]


def accepted(answer: str, target: str) -> list[dict]:
    """The declarations of an answer, none of them refused."""
    declarations = program.declarations(answer)
    assert refusals_request({"tools": [{"functionDeclarations": declarations}]}, target) == [], answer
    return declarations


def assert_nothing_named_is_gone(row: dict, declaration: dict):
    """Acceptance is not bought by emptying: every property that can have a name is still there."""
    before = set(example(row)["properties"]) - {""}
    assert before <= set((parameters(declaration) or {}).get("properties", {}))


def named(ids: set[str]) -> list:
    """The rows of these ids, each of which must be there."""
    chosen = [row for row in ROWS if row["id"] in ids]
    assert len(chosen) == len(ids)
    return [pytest.param(row, id=row["id"]) for row in chosen]


@pytest.mark.parametrize("row", rows("parameters", "declaration", "request"))
def test_refused_as_it_stands(row):
    for target, taken in TAKEN.items():
        assert (row["id"] in {refusal.row for refusal in refusals_request(request(row), target)}) == (
            row["id"] not in taken
        )


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in HARD if row["door"] == "response"])
def test_response_schemas_are_refused_as_they_stand(row):
    surface = "vertex-ai" if row["surface"] == "vertex" else row["surface"]
    for target in ("gemini", surface):
        assert response_refusals(example(row), target) != []


@pytest.mark.parametrize("row", named(BEHIND_THE_DOOR))
def test_the_json_schema_door_refuses_as_it_stands_and_takes_after_transform(row):
    target = "gemini-json-schema"
    refused = refusals({"name": "f", "description": "d", "parametersJsonSchema": example(row)}, target)
    assert row["id"] in {refusal.row for refusal in refused} or row["id"] == "J-cyclic-bare-400" and refused
    tool = {"name": "f", "description": "d", "inputSchema": example(row)}
    [declaration] = accepted(program.transform({"tools": [tool]}, target), target)
    assert_nothing_named_is_gone(row, declaration)


@pytest.mark.parametrize("row", named(THROWN))
def test_langchain_throws_as_it_stands_and_takes_after_transform(row):
    refused = refusals({"name": "f", "description": "d", "parameters": example(row)}, "langchain")
    assert row["id"] in {refusal.row for refusal in refused}
    tool = {"name": "f", "description": "d", "inputSchema": example(row)}
    [declaration] = accepted(program.transform({"tools": [tool]}, "langchain"), "langchain")
    assert_nothing_named_is_gone(row, declaration)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("row", rows("declaration"))
def test_declarations_are_accepted_after_transform(row, target):
    assert len(accepted(program.transform(request(row), target), target)) == 1


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("row", rows("parameters"))
def test_parameters_are_accepted_after_transform(row, target):
    tool = {"name": "f", "description": "d", "inputSchema": example(row)}
    for document in (request(row), {"tools": [tool]}):
        [declaration] = accepted(program.transform(document, target), target)
        assert_nothing_named_is_gone(row, declaration)


@pytest.mark.parametrize("target", TARGETS)
def test_the_same_tool_again_is_left_out(target):
    duplicate = next(row for row in HARD if row["id"] == "N-duplicate")
    assert len(accepted(program.transform(request(duplicate), target), target)) == 1


@pytest.mark.parametrize("target", TARGETS)
def test_doubled_names_are_told_apart(target):
    tools = [{"functionDeclarations": [{"name": "f", "description": "d"}, {"name": "f", "description": "other"}]}]
    assert len(accepted(program.transform({"tools": tools}, target), target)) == 2


def test_the_callers_choices_are_hard_request_rows():
    assert CALLERS_CHOICE <= {row["id"] for row in HARD if row["door"] == "request"}
