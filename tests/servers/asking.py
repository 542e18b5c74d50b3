"""Runs `lapidary` on servers."""

import json
import subprocess

import live

from oracle import program


def lapidary(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    command = [program.binary(), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=live.ENVIRONMENT | environment, timeout=300)


def extracted(*arguments: str, **environment: str) -> list:
    done = lapidary("extract", *arguments, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["tools"]
