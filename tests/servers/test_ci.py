"""The action and the hook of this repository, run as CI systems run them."""

import hashlib
import json
import os
import re
import shlex
import subprocess
import tarfile
from pathlib import Path

import live
import pytest
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


def act(folder: Path, check: str, sarif: str = "", **more: str) -> tuple[subprocess.CompletedProcess, str]:
    """The action's step, with the summary that it leaves."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    [step] = action["runs"]["steps"]
    given = {"check": check, "sarif": sarif, "version": action["inputs"]["version"]["default"]}
    variables = {name: given[value.split("inputs.")[1].rstrip(" }")] for name, value in step["env"].items()}
    variables |= {"GITHUB_ACTION_PATH": str(ROOT), "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    command = [step["shell"], "-e", "-o", "pipefail", "-c", step["run"]]
    variables = environment(folder, **variables) | more
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    summary = folder / "summary.md"
    return done, summary.read_text() if summary.exists() else ""


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


@pytest.mark.parametrize("is_whole", [True, False])
def test_it_takes_the_program_of_a_release_if_its_checksum_is_right(tmp_path, is_whole):
    """The release is in a folder, from which a fake curl copies."""
    name = "lapidary-x86_64-unknown-linux-musl"
    release, tools = tmp_path / "release", tmp_path / "tools"
    for folder in (release, tools):
        folder.mkdir()
    with tarfile.open(release / f"{name}.tar.gz", "w:gz", compresslevel=1) as archive:
        archive.add(program.binary(), f"{name}/lapidary")
    content = (release / f"{name}.tar.gz").read_bytes()
    checksum = hashlib.sha256(content if is_whole else b"").hexdigest()
    (release / "SHA256SUMS").write_text(f"{'0' * 64}  other.tar.gz\n{checksum}  {name}.tar.gz\n")
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    (tools / "curl").write_text(f"""#!/usr/bin/env bash
for url in "${{@:3}}"; do
  [[ "$url" = */releases/download/v{version}/* ]] && cp "{release}/${{url##*/}}" .
done
""")
    (tools / "curl").chmod(0o755)
    (tmp_path / "good.json").write_text(json.dumps(GOOD))
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    runner = {"RUNNER_TEMP": str(tmp_path), "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64"}
    done, summary = act(tmp_path, "good.json --target gemini-api", PATH=path, **runner)
    assert done.returncode == (0 if is_whole else 1), done.stderr
    assert ("1 tool: compatible." in summary) == is_whole


def test_the_hook_fails_for_what_it_does_not_take(tmp_path):
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["language"], hook["types"]) == ("system", ["json"])
    for name, tool, code in (("good.json", GOOD, 0), ("bad.json", BAD, 1)):
        (tmp_path / name).write_text(json.dumps(tool))
        command = [*shlex.split(hook["entry"]), name]
        done = subprocess.run(command, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True)
        assert done.returncode == code, done.stdout
