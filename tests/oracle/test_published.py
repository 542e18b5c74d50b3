"""The recorded fields are those of the packages that the oracle is pinned to, and a difference is shown."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oracle.program import ROOT

RECORDED = ROOT / "crate" / "core" / "data" / "published.json"
NPM = "npm @google/genai"


@pytest.fixture
def package(tmp_path) -> Path:
    """A package of npm that declares what is recorded, as npm's own file does."""
    recorded = json.loads(RECORDED.read_text())[NPM]
    (tmp_path / "dist").mkdir()
    (tmp_path / "package.json").write_text(json.dumps({"version": recorded["version"]}))
    members = {
        name: "".join(f"    /** What it is: always. */\n    {field}?: {kind};\n" for field, kind in fields.items())
        for name, fields in recorded["messages"].items()
    }
    declared = (f"export declare interface {name} {{\n{text}}}\n\n" for name, text in members.items())
    (tmp_path / "dist" / "genai.d.ts").write_text("".join(declared))
    return tmp_path


def compare(recorded: Path, package: Path, *options: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "oracle.published", str(recorded), str(package), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / "oracle")}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_the_pinned_packages_publish_what_is_recorded(package):
    done = compare(RECORDED, package)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_difference_is_shown_and_taken_over(package, tmp_path):
    recorded = json.loads(RECORDED.read_text())
    fields = recorded["PyPI google-ai-generativelanguage"]["messages"]["Schema"]
    fields["maxLength"] = "int32"
    del fields["pattern"]
    file = tmp_path / "published.json"
    file.write_text(json.dumps(recorded, indent=1) + "\n")

    done = compare(file, package, "--write")
    changed = [line for line in done.stdout.splitlines() if line[0] in "+-"]
    assert done.returncode == 1
    assert changed == [
        "--- recorded",
        "+++ published",
        '-    "maxLength": "int32",',
        '+    "maxLength": "int64",',
        '+    "pattern": "string",',
    ]
    assert file.read_text() == RECORDED.read_text()
