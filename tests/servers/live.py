"""Starts real MCP servers over stdio, with the official SDK, and lists their tools."""

import asyncio
import json
import os
import sys
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

HERE = Path(__file__).resolve().parent
EVERYTHING = HERE / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
START_SECONDS = 120
# fs-mcp's framework would otherwise ask the network for its newest version.
ENVIRONMENT = {**os.environ, "FASTMCP_CHECK_FOR_UPDATES": "off", "FASTMCP_SHOW_CLI_BANNER": "false"}


def fs_mcp(folder: Path) -> StdioServerParameters:
    arguments = ["-m", "fs_mcp", "--no-ui", "--no-http", str(folder)]
    return StdioServerParameters(command=sys.executable, args=arguments, env=ENVIRONMENT)


def everything() -> StdioServerParameters:
    return StdioServerParameters(command="node", args=[str(EVERYTHING), "stdio"], env=ENVIRONMENT)


def tools_list(server: StdioServerParameters) -> str:
    """The result of `tools/list` as JSON text, all pages; a server that does not answer in time is an error."""
    return asyncio.run(asyncio.wait_for(_list(server), START_SECONDS))


async def _list(server: StdioServerParameters) -> str:
    tools, cursor = [], None
    async with stdio_client(server) as (reads, writes), ClientSession(reads, writes) as session:
        await session.initialize()
        while True:
            page = await session.list_tools(cursor)
            tools.extend(tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in page.tools)
            cursor = page.nextCursor
            if not cursor:
                return json.dumps({"tools": tools}, indent=2)
