"""`python python.py PACKAGE`: what a package of PyPI makes of tools, called as its documentation says to call it with the
tools of an MCP server. A tool a line on stdin, an answer a line on stdout: `{"declaration"}`, or `{"error"}` if the
package throws, and `us`, the CPU time in microseconds.
"""

import asyncio
import json
import sys
import time

from answering import Answering

MODEL = "gemini-3-flash-preview"


def google_genai(gemini):
    from google import genai
    from google.genai._mcp_utils import mcp_to_gemini_tools
    from mcp import types

    client = genai.Client(api_key="none", http_options={"base_url": gemini.url})

    def declare(tool):
        # As the client converts a session among its tools, but without the session.
        config = {"tools": mcp_to_gemini_tools([types.Tool(**tool)])}
        return gemini.declaration(
            lambda: client.models.generate_content(model=MODEL, contents="hello", config=config)
        )

    return declare


def litellm(gemini):
    import litellm

    litellm.suppress_debug_info = True

    def declare(tool):
        function = {"name": tool["name"], "description": tool.get("description", ""), "parameters": tool["inputSchema"]}
        return gemini.declaration(
            lambda: litellm.completion(
                model=f"gemini/{MODEL}",
                api_base=f"{gemini.url}/v1beta",
                api_key="none",
                messages=[{"role": "user", "content": "hello"}],
                tools=[{"type": "function", "function": function}],
            )
        )

    return declare


def pydantic_ai(gemini):
    from pydantic_ai import Agent, DeferredToolRequests, ToolDefinition
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider
    from pydantic_ai.toolsets import ExternalToolset

    model = GoogleModel(MODEL, provider=GoogleProvider(api_key="none", base_url=gemini.url))
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)

    def declare(tool):
        definition = ToolDefinition(
            name=tool["name"], description=tool.get("description"), parameters_json_schema=tool["inputSchema"]
        )
        agent = Agent(model, toolsets=[ExternalToolset([definition])], output_type=[str, DeferredToolRequests])
        return gemini.declaration(lambda: loop.run_until_complete(agent.run("hello")))

    return declare


def google_adk(gemini):
    from google.adk.models import Gemini
    from google.adk.models.llm_request import LlmRequest
    from google.adk.tools.mcp_tool.mcp_session_manager import MCPSessionManager, StdioConnectionParams
    from google.adk.tools.mcp_tool.mcp_tool import McpTool
    from google.genai import types
    from mcp import StdioServerParameters
    from mcp.types import Tool

    # Never started: a tool is declared without its server.
    server = StdioConnectionParams(server_params=StdioServerParameters(command="false"))
    manager = MCPSessionManager(connection_params=server)
    loop = asyncio.new_event_loop()
    model = Gemini(model=MODEL, base_url=gemini.url)

    async def ask(tool):
        contents = [types.Content(role="user", parts=[types.Part(text="hello")])]
        request = LlmRequest(model=MODEL, contents=contents)
        request.append_tools([McpTool(mcp_tool=Tool(**tool), mcp_session_manager=manager)])
        async for _ in model.generate_content_async(request):
            pass

    return lambda tool: gemini.declaration(lambda: loop.run_until_complete(ask(tool)))


def langchain(gemini):
    from langchain_core.tools import StructuredTool
    from langchain_google_genai import ChatGoogleGenerativeAI

    model = ChatGoogleGenerativeAI(model=MODEL, api_key="none", base_url=gemini.url, max_retries=1)

    def declare(tool):
        # As langchain-mcp-adapters makes it.
        made = StructuredTool(
            name=tool["name"],
            description=tool.get("description") or "",
            args_schema=tool["inputSchema"],
            func=lambda **_: "",
        )
        return gemini.declaration(lambda: model.bind_tools([made]).invoke("hello"))

    return declare


PACKAGES = {
    "google-genai": google_genai,
    "LiteLLM": litellm,
    "pydantic-ai": pydantic_ai,
    "google-adk": google_adk,
    "langchain-google-genai": langchain,
}


def main(package: str):
    answers, sys.stdout = sys.stdout, sys.stderr
    declare = PACKAGES[package](Answering())
    for line in sys.stdin:
        tool = json.loads(line)
        start = time.thread_time()
        try:
            answer = {"declaration": declare(tool)}
        except Exception as error:  # noqa: BLE001 - whatever a package throws is what is asked for
            answer = {"error": f"{type(error).__name__}: {error}"}
        answer["us"] = round((time.thread_time() - start) * 1e6)
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
