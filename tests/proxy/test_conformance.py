"""The official conformance suite says the same of a server with the proxy before it and without."""

import re
import subprocess
import sys

import pytest
from test_http import free_port, listens, serving

from ends import HERE, PATIENCE
from listening import listening

# The suite asks for a newer Node than the oldest that is supported.
NODE = HERE.parent / "clients" / "node_modules" / ".bin" / "node"
SUITE = HERE / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"


def verdicts(url: str, version: str) -> dict[str, str]:
    """What is said of each scenario."""
    command = [str(NODE), str(SUITE), "server", "--url", url, "--spec-version", version]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 5)
    return dict(re.findall(r"^[^\w\s] ([\w-]+): (\d+ passed, \d+ failed)$", done.stdout, re.M))


def failed(url: str, version: str, scenarios: int) -> list[str]:
    """The scenarios that fail, also alone: the suite waits for a fixed time in some, which a busy machine may need."""
    said = verdicts(url, version)
    assert len(said) == scenarios, said
    failed = [scenario for scenario, verdict in said.items() if not verdict.endswith(" 0 failed")]
    return [scenario for scenario in failed if not passes(url, version, scenario)]


def passes(url: str, version: str, scenario: str) -> bool:
    command = [str(NODE), str(SUITE), "server", "--url", url, "--spec-version", version, "--scenario", scenario]
    return any(subprocess.run(command, capture_output=True, timeout=PATIENCE * 5).returncode == 0 for _ in range(3))


@pytest.mark.parametrize(("version", "scenarios"), [("2025-06-18", 26), ("2025-11-25", 30)])
def test_the_suite(version, scenarios):
    port = free_port()
    with serving(sys.executable, str(HERE / "fixture_server.py"), str(port)):
        listens(port)
        url = f"http://127.0.0.1:{port}/mcp"
        assert failed(url, version, scenarios) == []
        with listening("--url", url) as proxy:
            assert failed(proxy, version, scenarios) == []
    with listening("--", sys.executable, str(HERE / "fixture_server.py"), "stdio") as proxy:
        assert failed(proxy, version, scenarios) == []
