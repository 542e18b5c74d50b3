"""Clients in Python whose base URL is the gateway."""

import asyncio
import json

import litellm
import openai
import pytest
from google.adk.models import Gemini
from google.adk.models.llm_request import LlmRequest
from google.genai import types
from langchain_google_genai import ChatGoogleGenerativeAI
from pydantic_ai import Agent, DeferredToolRequests, ToolDefinition
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.toolsets import ExternalToolset

from declared import MODEL, READ_FILES, SET_UP, ask, check

TOOLS = pytest.mark.parametrize("tool", [READ_FILES, SET_UP], ids=["read_files", "set_up"])


def functions(*tools: dict) -> list[dict]:
    return [{"type": "function", "function": tool} for tool in tools]


@TOOLS
@pytest.mark.parametrize("base", ["/v1beta/openai/", "/v1/projects/p/locations/l/endpoints/openapi"])
def test_openai(gateway, base, tool):
    chat = openai.OpenAI(api_key="none", base_url=gateway + base, max_retries=0).chat.completions
    asked = {"model": MODEL, "messages": [{"role": "user", "content": ask(tool)}], "tools": functions(READ_FILES, SET_UP)}
    [call] = chat.create(**asked).choices[0].message.tool_calls
    check(tool, call.function.name, json.loads(call.function.arguments))
    pieces = [piece for chunk in chat.create(**asked, stream=True) for piece in chunk.choices[0].delta.tool_calls or []]
    name = next(piece.function.name for piece in pieces if piece.function.name)
    check(tool, name, json.loads("".join(piece.function.arguments or "" for piece in pieces)))


def test_langchain(gateway):
    model = ChatGoogleGenerativeAI(model=MODEL, api_key="none", base_url=gateway, max_retries=1)
    [call] = model.bind_tools([READ_FILES]).invoke(ask(READ_FILES)).tool_calls
    check(READ_FILES, call["name"], call["args"])


def test_litellm(gateway):
    answer = litellm.completion(
        model=f"gemini/{MODEL}",
        api_base=f"{gateway}/v1beta",
        api_key="none",
        messages=[{"role": "user", "content": ask(READ_FILES)}],
        tools=functions(READ_FILES),
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
