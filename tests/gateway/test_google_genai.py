"""Google's own SDK, one line away from the gateway: `http_options`, or GOOGLE_GEMINI_BASE_URL."""

import asyncio

import pytest
from google import genai
from google.genai import errors, types

from declared import MODEL, READ_FILES, SET_UP, ask, check


def at(url: str) -> genai.Client:
    return genai.Client(api_key="none", http_options={"base_url": url})


@pytest.fixture
def client(gateway):
    with at(gateway) as client:
        yield client


def config(*tools: dict) -> types.GenerateContentConfig:
    declarations = [
        types.FunctionDeclaration(
            name=tool["name"], description=tool["description"], parameters_json_schema=tool["parameters"]
        )
        for tool in tools
    ]
    off = types.AutomaticFunctionCallingConfig(disable=True)
    return types.GenerateContentConfig(
        tools=[types.Tool(function_declarations=declarations)], automatic_function_calling=off
    )


def test_without_the_gateway_the_tool_is_refused(stand_in):
    with at(stand_in) as client, pytest.raises(errors.ClientError):
        client.models.generate_content(model=MODEL, contents=ask(SET_UP), config=config(SET_UP))


@pytest.mark.parametrize("tool", [READ_FILES, SET_UP], ids=["read_files", "set_up"])
def test_a_call_fits_the_server(client, tool):
    asked = {"model": MODEL, "contents": ask(tool), "config": config(READ_FILES, SET_UP)}
    [call] = client.models.generate_content(**asked).function_calls
    check(tool, call.name, call.args)


def test_a_call_fits_in_a_stream(client):
    async def calls():
        asked = {"model": MODEL, "contents": ask(SET_UP), "config": config(SET_UP)}
        return [
            call
            async for chunk in await client.aio.models.generate_content_stream(**asked)
            for call in chunk.function_calls or []
        ]

    [call] = asyncio.run(calls())
    check(SET_UP, call.name, call.args)


def test_the_next_turn_brings_the_call_as_the_model_made_it(client):
    models = client.models
    asked = types.Content(role="user", parts=[types.Part(text=ask(SET_UP))])
    first = models.generate_content(model=MODEL, contents=[asked], config=config(SET_UP))
    answer = types.Part.from_function_response(name=SET_UP["name"], response={"done": True})
    history = [asked, first.candidates[0].content, types.Content(role="user", parts=[answer])]
    # The stand-in refuses calls and answers that do not match, or are not what was declared.
    assert models.generate_content(model=MODEL, contents=history, config=config(SET_UP)).text


def test_tokens_are_counted(client):
    assert client.models.count_tokens(model=MODEL, contents="Hello").total_tokens > 0


def test_the_environment_is_enough(gateway, monkeypatch):
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", gateway)
    with genai.Client(api_key="none") as client:
        answer = client.models.generate_content(model=MODEL, contents=ask(SET_UP), config=config(SET_UP))
    check(SET_UP, answer.function_calls[0].name, answer.function_calls[0].args)
