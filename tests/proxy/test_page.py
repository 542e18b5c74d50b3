"""The configurations of docs/PROXY.md start the proxy, as the clients read them."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "PROXY.md"
BLOCKS = dict(re.findall(r"^```\w+ (\S+\.\w+)\n(.*?)^```", PAGE.read_text(), re.M | re.S))


@pytest.mark.parametrize("file", ["settings.json", "opencode.json", "variables.json"])
def test_the_configurations_of_the_page(file, tmp_path):
    for name in ("server.py", file):
        (tmp_path / name).write_text(BLOCKS[name])
    path = f"{Path(os.environ['LAPIDARY_BIN']).parent}:{os.environ['PATH']}"
    command = ["lapidary", "extract", "--config", file]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (tool,) = json.loads(done.stdout)["tools"]
    assert tool["inputSchema"]["properties"]["seconds"] == {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}
