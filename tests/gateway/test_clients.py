"""Clients in Python whose base URL is the gateway."""

import asyncio
import json

import litellm
import pytest
from google.adk.models import Gemini
from google.adk.models.llm_request import LlmRequest
from google.genai import types
from pydantic_ai import Agent, DeferredToolRequests, ToolDefinition
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.toolsets import ExternalToolset

from declared import MODEL, READ_FILES, SET_UP, ask, check

TOOLS = pytest.mark.parametrize("tool", [READ_FILES, SET_UP], ids=["read_files", "set_up"])


def test_litellm(gateway):
    answer = litellm.completion(
        model=f"gemini/{MODEL}",
        api_base=f"{gateway}/v1beta",
        api_key="none",
        messages=[{"role": "user", "content": ask(READ_FILES)}],
        tools=[{"type": "function", "function": READ_FILES}],
    )
    [call] = answer.choices[0].message.tool_calls
    check(READ_FILES, call.function.name, json.loads(call.function.arguments))


@TOOLS
def test_pydantic_ai(gateway, tool):
    model = GoogleModel(MODEL, provider=GoogleProvider(api_key="none", base_url=gateway))
    definition = ToolDefinition(
        name=tool["name"], description=tool["description"], parameters_json_schema=tool["parameters"]
    )
    agent = Agent(model, toolsets=[ExternalToolset([definition])], output_type=[str, DeferredToolRequests])
    [call] = agent.run_sync(ask(tool)).output.calls
    check(tool, call.tool_name, call.args_as_dict())


@TOOLS
def test_google_adk(gateway, tool, monkeypatch):
    monkeypatch.setenv("GOOGLE_API_KEY", "none")

    async def first():
        declaration = types.FunctionDeclaration(
            name=tool["name"], description=tool["description"], parameters_json_schema=tool["parameters"]
        )
        config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=[declaration])])
        contents = [types.Content(role="user", parts=[types.Part(text=ask(tool))])]
        request = LlmRequest(model=MODEL, contents=contents, config=config)
        async for answer in Gemini(model=MODEL, base_url=gateway).generate_content_async(request):
            return answer

    answer = asyncio.run(first())
    [call] = [part.function_call for part in answer.content.parts if part.function_call]
    check(tool, call.name, call.args)
