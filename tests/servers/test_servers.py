"""The tools of real servers, listed live: all are accepted, and the one the idea came from keeps its shape."""

import json

import live
import pytest

from oracle import TARGETS, program, refusals_request
from oracle.declarations import function

# References are kept by the other targets, or optional members become required ones.
WRITTEN_OUT = ("gemini", "gemini-api", "vertex-ai", "langchain", "universal")
READ_REQUEST = {"path", "start_line", "end_line", "head", "tail", "read_to_next_pattern"}


@pytest.fixture(scope="session")
def listings(tmp_path_factory) -> dict[str, str]:
    return {
        "fs-mcp": live.tools_list(live.fs_mcp(tmp_path_factory.mktemp("served"))),
        "everything": live.tools_list(live.everything()),
    }


def declared(listing: str, target: str) -> list[dict]:
    return program.declarations(program.transform(listing, target, "--emit", "declarations"))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("server", ["fs-mcp", "everything"])
def test_every_tool_is_accepted(listings, server, target):
    names = [tool["name"] for tool in json.loads(listings[server])["tools"]]
    declarations = declared(listings[server], target)
    assert len(names) > 10
    assert [function(declaration)["name"] for declaration in declarations] == names
    assert refusals_request({"tools": [{"functionDeclarations": declarations}]}, target) == []


def test_fs_mcp_lists_a_reference_as_it_is(listings):
    files = tool(json.loads(listings["fs-mcp"])["tools"], "read_files")["inputSchema"]["properties"]["files"]
    assert "$ref" in files["items"]


@pytest.mark.parametrize("target", WRITTEN_OUT)
def test_read_files_keeps_its_six_fields(listings, target):
    files = tool(declared(listings["fs-mcp"], target), "read_files")["parameters"]["properties"]["files"]
    fields = files["items"]["properties"]
    assert files["items"]["type"].upper() == "OBJECT"
    assert set(fields) == READ_REQUEST
    assert {name for name, field in fields.items() if field.get("nullable")} == READ_REQUEST - {"path"}
    assert files["items"]["required"] == ["path"]
    assert all(field["description"] for field in fields.values())


def test_check_points_into_the_listing(listings):
    done = program.run(["check", "-"], listings["fs-mcp"])
    report = done.stdout.decode()
    assert done.returncode == 1
    assert "GS001" in report
    assert '"$ref": "#/$defs/FileReadRequest"' in report


def tool(tools: list[dict], name: str) -> dict:
    return next(one for one in tools if one["name"] == name)
