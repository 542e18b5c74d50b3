"""What CI systems are given: the action and the hook of this repository, run as they run them."""

import json
import os
import shlex
import subprocess
from pathlib import Path

import live
import yaml

from oracle import program

ROOT = Path(__file__).resolve().parents[2]
GOOD = {"name": "good", "inputSchema": {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}}
BAD = {"name": "bad", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer", "exclusiveMinimum": 0}}}}


def environment(folder: Path, **more: str) -> dict[str, str]:
    """One in which `lapidary` is the program under test."""
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "bin" / "lapidary").unlink(missing_ok=True)
    (folder / "bin" / "lapidary").symlink_to(program.binary())
    return {**live.ENVIRONMENT, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", **more}


def act(folder: Path, check: str, sarif: str = "") -> tuple[subprocess.CompletedProcess, str]:
    """The action's step, with the summary that it leaves."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    [step] = action["runs"]["steps"]
    given = {"check": check, "sarif": sarif, "version": action["inputs"]["version"]["default"]}
    variables = {name: given[value.split("inputs.")[1].rstrip(" }")] for name, value in step["env"].items()}
    variables |= {"GITHUB_ACTION_PATH": str(ROOT), "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    command = [step["shell"], "-e", "-o", "pipefail", "-c", step["run"]]
    done = subprocess.run(command, cwd=folder, env=environment(folder, **variables), capture_output=True, text=True)
    return done, (folder / "summary.md").read_text()


def test_the_action_tells_what_it_finds_in_a_server(tmp_path):
    server = live.everything()
    done, summary = act(tmp_path, f"--server {shlex.quote(shlex.join([server.command, *server.args]))}", "found.sarif")
    assert done.returncode == 1, done.stderr
    assert "::error title=GS004" in done.stdout
    assert "13 of 13 tools incompatible." in summary
    assert len(json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"]) > 13


def test_it_passes_for_what_gemini_takes(tmp_path):
    (tmp_path / "my tools.json").write_text(json.dumps(GOOD))
    done, summary = act(tmp_path, "'my tools.json' --target gemini-api")
    assert done.returncode == 0, done.stderr
    assert "1 tool: compatible." in summary
    assert act(tmp_path, "missing.json")[0].returncode == 2
    # Words are given to the program, and none is run.
    assert act(tmp_path, "'$(touch run)' `touch run` ; touch run")[0].returncode == 2
    assert not (tmp_path / "run").exists()


def test_the_hook_fails_for_what_it_does_not_take(tmp_path):
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["language"], hook["types"]) == ("system", ["json"])
    for name, tool, code in (("good.json", GOOD, 0), ("bad.json", BAD, 1)):
        (tmp_path / name).write_text(json.dumps(tool))
        command = [*shlex.split(hook["entry"]), name]
        done = subprocess.run(command, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True)
        assert done.returncode == code, done.stdout
