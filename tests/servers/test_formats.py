"""The formats that `lapidary check` prints for other programs are valid: SARIF by its schema, XML by a parser."""

import json
import shlex
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import jsonschema
import live
import pytest
from asking import lapidary

HERE = Path(__file__).resolve().parent
# Microsoft's matchers for tests bring the schema of OASIS.
SCHEMA = HERE / "node_modules" / "@microsoft" / "jest-sarif" / "lib" / "schemas" / "sarif-2.1.0-rtm.5.json"
ODD = {"name": "odd\u0000 <&>\u202e", "inputSchema": {"type": "object", "properties": {"a\u0001": {"not": {}}}}}


@pytest.fixture(scope="session")
def inputs(tmp_path_factory) -> list[str]:
    """A server, one that dies, a file with odd names, and one that is not JSON."""
    folder = tmp_path_factory.mktemp("odd names, 100%")
    (folder / "odd.json").write_text(json.dumps({"tools": [ODD]}))
    (folder / "none.json").write_text("nope")
    everything = live.everything()
    servers = [[everything.command, *everything.args], [sys.executable, str(HERE / "faulty_server.py"), "dies"]]
    return [str(folder / "odd.json"), str(folder / "none.json"), *(f"--server={shlex.join(one)}" for one in servers)]


@pytest.mark.parametrize("target", ["gemini", "openai-strict"])
def test_sarif_is_what_its_schema_says(inputs, tmp_path, target):
    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text()), format_checker=jsonschema.FormatChecker())
    baseline = tmp_path / "baseline.json"
    baseline.write_text(lapidary("check", "--format", "baseline", "--target", target, *inputs).stdout)
    allowing = tmp_path / "lapidary.toml"
    allowing.write_text('[[allow]]\ntool = "odd*"\nrules = ["GS017"]\nreason = "It is odd."\n')
    for more in ([], ["--baseline", str(baseline)], ["--settings", str(allowing)]):
        done = lapidary("check", "--format", "sarif", "--target", target, *more, *inputs)
        assert done.returncode == 2
        log = json.loads(done.stdout)
        assert [error.message for error in validator.iter_errors(log)] == []
        assert len(log["runs"][0]["results"]) >= 3


def test_junit_is_xml(inputs):
    done = lapidary("check", "--format", "junit", *inputs)
    suites = ElementTree.fromstring(done.stdout)
    assert [len(suite.findall("testcase")) for suite in suites] == [int(suite.get("tests")) for suite in suites]
    assert [suite.get("errors") for suite in suites] == ["0", "1", "0", "1"]
    for suite in suites:
        assert len(suite.findall("testcase/failure")) == int(suite.get("failures"))


def test_a_command_of_github_is_a_line(inputs):
    done = lapidary("check", "--format", "github", *inputs)
    commands = [line for line in done.stdout.splitlines() if line.startswith("::")]
    assert len(commands) > 3
    # A place in a list that no file holds would annotate nothing.
    assert sum("file=" in command for command in commands) == sum("odd names" in command for command in commands) > 0
    for command in commands:
        properties = command.split("::")[1].partition(" ")[2]
        assert all(part.partition("=")[0] in ("file", "line", "col", "title") for part in properties.split(",")), command
