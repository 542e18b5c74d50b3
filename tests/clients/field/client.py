"""Google's SDK with the tools of an MCP server: `python client.py MODEL`.

The first line of stdin says what starts the server, each further one what to ask, and where; one line answers each.
"""

import asyncio
import functools
import json
import sys

from google import genai
from google.genai import types
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


@functools.cache
def client_of(url: str) -> genai.Client:
    return genai.Client(api_key="none", http_options={"base_url": url})


def declared(tool) -> types.Tool:
    declaration = types.FunctionDeclaration(
        name=tool.name, description=tool.description, parameters_json_schema=tool.inputSchema
    )
    return types.Tool(function_declarations=[declaration])


async def ask(client, model: str, session: ClientSession, tools: list, text: str):
    """As an application does that calls functions itself."""
    config = types.GenerateContentConfig(tools=[declared(tool) for tool in tools])
    contents = [types.Content(role="user", parts=[types.Part(text=text)])]
    answer = await client.aio.models.generate_content(model=model, contents=contents, config=config)
    if not answer.function_calls:
        return
    contents.append(answer.candidates[0].content)
    parts = []
    for call in answer.function_calls:
        result = await session.call_tool(call.name, call.args)
        response = {"error" if result.isError else "result": [content.model_dump(mode="json") for content in result.content]}
        parts.append(types.Part.from_function_response(name=call.name, response=response))
    contents.append(types.Content(role="user", parts=parts))
    await client.aio.models.generate_content(model=model, contents=contents, config=config)


async def lines():
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield json.loads(line)


def tell(**message):
    print(json.dumps(message), flush=True)


async def listed(session: ClientSession) -> list:
    page = await session.list_tools()
    tools = page.tools
    while page.nextCursor:
        page = await session.list_tools(cursor=page.nextCursor)
        tools += page.tools
    return tools


async def main(model: str):
    asked = lines()
    server = StdioServerParameters(**await anext(asked))
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = await listed(session)
        tell(tools=[{"name": tool.name} for tool in tools])
        async for order in asked:
            try:
                await ask(client_of(order["url"]), model, session, tools, order["text"])
                tell()
            except Exception as error:  # noqa: BLE001 - whatever a client throws is what is asked for
                tell(error=f"{type(error).__name__}: {error}")


asyncio.run(main(*sys.argv[1:]))
