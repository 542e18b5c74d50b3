"""Runs the program under test: `LAPIDARY_BIN`, else the release build of this checkout."""

import json
import os
import subprocess
from pathlib import Path

from . import text
from .declarations import either

ROOT = Path(__file__).resolve().parents[3]


def binary() -> str:
    return os.environ.get("LAPIDARY_BIN") or str(ROOT / "target" / "release" / "lapidary")


def run(arguments: list[str], stdin: str) -> subprocess.CompletedProcess:
    """One run with this text on stdin; a crash or a usage error is an error here, incompatibility is not."""
    done = subprocess.run([binary(), *arguments], input=stdin.encode("utf-8", "surrogatepass"), capture_output=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"lapidary {' '.join(arguments)} left with {done.returncode}: {done.stderr.decode()}")
    return done


def transform(document, target: str, *flags: str) -> str:
    """A document of any envelope, transformed; the answer as text."""
    written = document if isinstance(document, str) else json.dumps(document)
    return run(["transform", "--target", target, *flags, "-"], written).stdout.decode("utf-8", "surrogatepass")


def transform_tools(lines: list[str], target: str, *flags: str) -> list[str]:
    """Many MCP tools in one run, an answer a line."""
    written = "".join(line + "\n" for line in lines)
    done = run(["transform", "--format", "jsonl", "--target", target, *flags, "-"], written)
    answers = done.stdout.decode("utf-8", "surrogatepass").removesuffix("\n").split("\n")
    if len(answers) != len(lines):
        raise RuntimeError(f"{len(lines)} tools went in, {len(answers)} answers came out")
    return answers


def rules() -> list[dict]:
    return json.loads(run(["rules", "--format", "json"], "").stdout)


def targets() -> list[dict]:
    return json.loads(run(["targets", "--format", "json"], "").stdout)


def declarations(answer: str) -> list:
    """The function declarations in an answer: a list of them, one alone, a tool that holds them, or a request.
    OpenAI's tools are declarations themselves."""
    document = text.read(answer)
    tools = document if isinstance(document, list) else document.get("tools", [document])
    held = (either(tool, "functionDeclarations") for tool in tools)
    return [declaration for tool, some in zip(tools, held) for declaration in ([tool] if some is None else some)]


def request(answer: str) -> dict | None:
    """The answer, if it is a whole request."""
    document = text.read(answer)
    return document if isinstance(document, dict) and "tools" in document else None
