"""The gateway in front of the stand-in: LAPIDARY_BIN is the program, LAPIDARY_PYTHON has what the stand-in needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from running import Gateway

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def stand_in():
    python = os.environ.get("LAPIDARY_PYTHON", sys.executable)
    command = [python, str(ROOT / "tests/clients/stand-in")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        yield server.stdout.readline().strip()
        server.stdin.close()


@pytest.fixture(scope="session")
def gateway(stand_in):
    with Gateway(stand_in) as running:
        yield running.url
