"""The official conformance suite says the same of a server with the proxy before it and without."""

import re
import subprocess
import sys

import pytest
from test_http import free_port, listens, printing_its_port, serving

from ends import HERE, PATIENCE
from listening import listening

# The suite asks for a newer Node than the oldest that is supported.
NODE = HERE.parent / "clients" / "node_modules" / ".bin" / "node"
PACKAGES = HERE / "node_modules"
SUITE = PACKAGES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
# The protocol version of 2026-07-28 is known only to the next version of the suite, with its fixed requirements.
NEXT = PACKAGES / "conformance-next" / "dist" / "index.js"
REQUIREMENTS = PACKAGES / "conformance-next" / "requirements" / "2026-07-28.yaml"


def run(suite, url: str, *options: str) -> subprocess.CompletedProcess:
    command = [str(NODE), str(suite), "server", "--url", url, *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 5)


def verdicts(suite, url: str, *options: str) -> dict[str, str]:
    """The result of each scenario."""
    return dict(re.findall(r"^[^\w\s] ([\w-]+): (\d+ passed, \d+ failed)$", run(suite, url, *options).stdout, re.M))


def still_failing(suite, url: str, version: str, said: dict[str, str]) -> list[str]:
    """The scenarios that fail, also alone: the suite waits for a fixed time in some, which a busy machine may need."""

    def passes(scenario: str) -> bool:
        alone = ["--spec-version", version, "--scenario", scenario]
        return any(run(suite, url, *alone).returncode == 0 for _ in range(3))

    failed = [scenario for scenario, verdict in said.items() if not verdict.endswith(" 0 failed")]
    return [scenario for scenario in failed if not passes(scenario)]


@pytest.mark.parametrize(("version", "scenarios"), [("2025-06-18", 26), ("2025-11-25", 30)])
def test_the_suite(version, scenarios):
    def holds(url: str) -> None:
        said = verdicts(SUITE, url, "--spec-version", version)
        assert len(said) == scenarios, said
        assert still_failing(SUITE, url, version, said) == []

    port = free_port()
    with serving(sys.executable, str(HERE / "fixture_server.py"), str(port)):
        listens(port)
        url = f"http://127.0.0.1:{port}/mcp"
        holds(url)
        with listening("--url", url) as proxy:
            holds(proxy)
    with listening("--", sys.executable, str(HERE / "fixture_server.py"), "stdio") as proxy:
        holds(proxy)


def test_the_suite_of_2026():
    _, _, servers = REQUIREMENTS.read_text().partition("\nserver:\n")
    required = re.findall(r"^  - ([\w-]+)$", servers.partition("\nclient:\n")[0], re.M)
    assert len(required) == 37

    def holds(url: str) -> None:
        said = verdicts(NEXT, url, "--requirements", "2026-07-28")
        # Among the others are extensions, and what no server can pass yet.
        assert still_failing(NEXT, url, "2026-07-28", {name: said[name] for name in required}) == []

    server = ["node", str(HERE / "modern_fixture.mjs")]
    with printing_its_port(*server) as (url, _):
        holds(url)
        with listening("--url", url) as proxy:
            holds(proxy)
    with listening("--", *server, "stdio") as proxy:
        holds(proxy)
