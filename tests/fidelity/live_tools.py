"""The tools of live MCP servers, one a line, as `scripts/fidelity` reads them."""

import json
import tempfile
from pathlib import Path

import live


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        servers = {"fs-mcp": live.fs_mcp(Path(folder)), "everything": live.everything()}
        for server, parameters in servers.items():
            for tool in json.loads(live.tools_list(parameters))["tools"]:
                print(json.dumps({"server": server, **tool}))


if __name__ == "__main__":
    main()
