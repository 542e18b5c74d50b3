"""A server with all that the conformance suite tests: over HTTP on the port in the argument, or over stdio."""

import sys

from mcp.server.fastmcp import Context, FastMCP
from mcp.types import (
    AudioContent,
    Completion,
    EmbeddedResource,
    ImageContent,
    SamplingMessage,
    TextContent,
    TextResourceContents,
)

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="
IMAGE = ImageContent(type="image", data=PIXEL, mimeType="image/png")
TEXT = TextContent(type="text", text="text")

PORT = sys.argv[1]
OVER_HTTP = {} if PORT == "stdio" else {"port": int(PORT)}
server = FastMCP("fixture", **OVER_HTTP)


def embedded(uri: str) -> EmbeddedResource:
    contents = TextResourceContents(uri=uri, mimeType="text/plain", text="embedded")
    return EmbeddedResource(type="resource", resource=contents)


@server.tool(description="What the suite calls.")
def test_simple_text() -> str:
    return "This is a simple text response for testing."


@server.tool(description="What the suite calls.", structured_output=False)
def test_image_content() -> list:
    return [IMAGE]


@server.tool(description="What the suite calls.", structured_output=False)
def test_audio_content() -> list:
    return [AudioContent(type="audio", data=SILENCE, mimeType="audio/wav")]


@server.tool(description="What the suite calls.", structured_output=False)
def test_embedded_resource() -> list:
    return [embedded("test://embedded-resource")]


@server.tool(description="What the suite calls.", structured_output=False)
def test_multiple_content_types() -> list:
    return [TEXT, IMAGE, embedded("test://mixed-content-resource")]


@server.tool(description="What the suite calls.")
async def test_tool_with_logging(context: Context) -> str:
    for text in ("started", "going on", "done"):
        await context.info(text)
    return "logged"


@server.tool(description="What the suite calls.")
async def test_tool_with_progress(context: Context) -> str:
    for progress in (0, 50, 100):
        await context.report_progress(progress, 100)
    return "done"


@server.tool(description="What the suite calls.")
def test_error_handling() -> str:
    raise ValueError("This tool intentionally returns an error for testing")


@server.tool(description="What the suite calls.")
async def test_sampling(prompt: str, context: Context) -> str:
    message = SamplingMessage(role="user", content=TextContent(type="text", text=prompt))
    answer = await context.session.create_message([message], max_tokens=100)
    return str(answer.content)


async def elicited(context: Context, message: str, properties: dict) -> str:
    schema = {"type": "object", "properties": properties, "required": []}
    return str(await context.session.elicit(message, schema, related_request_id=context.request_id))


@server.tool(description="What the suite calls.")
async def test_elicitation(message: str, context: Context) -> str:
    return await elicited(context, message, {"username": {"type": "string"}, "email": {"type": "string"}})


@server.tool(description="What the suite calls.")
async def test_elicitation_sep1034_defaults(context: Context) -> str:
    kinds = {"name": ("string", "John Doe"), "age": ("integer", 30), "score": ("number", 95.5), "verified": ("boolean", True)}
    properties = {name: {"type": kind, "default": value} for name, (kind, value) in kinds.items()}
    properties["status"] = {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"}
    return await elicited(context, "defaults", properties)


@server.tool(description="What the suite calls.")
async def test_elicitation_sep1330_enums(context: Context) -> str:
    values = ["option1", "option2", "option3"]
    titled = [{"const": value, "title": value.title()} for value in values]
    properties = {
        "untitledSingle": {"type": "string", "enum": values},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {"type": "string", "enum": values, "enumNames": [value.title() for value in values]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": values}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    return await elicited(context, "enums", properties)


@server.resource("test://static-text", mime_type="text/plain")
def static_text() -> str:
    return "This is the content of the static text resource."


@server.resource("test://static-binary", mime_type="image/png")
def static_binary() -> bytes:
    return b"\x89PNG"


@server.resource("test://template/{id}/data", mime_type="application/json")
def template(id: str) -> str:
    return f'{{"id":"{id}"}}'


@server.prompt(description="What the suite asks for.")
def test_simple_prompt() -> str:
    return "This is a simple prompt for testing."


@server.prompt(description="What the suite asks for.")
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@server.prompt(description="What the suite asks for.")
def test_prompt_with_embedded_resource(resourceUri: str) -> list:
    return [{"role": "user", "content": embedded(resourceUri)}]


@server.prompt(description="What the suite asks for.")
def test_prompt_with_image() -> list:
    return [{"role": "user", "content": IMAGE}]


@server.completion()
async def complete(*_) -> Completion:
    return Completion(values=["paris"], total=1, hasMore=False)


@server._mcp_server.set_logging_level()
async def set_level(_) -> None:
    pass


@server._mcp_server.subscribe_resource()
async def subscribe(_) -> None:
    pass


@server._mcp_server.unsubscribe_resource()
async def unsubscribe(_) -> None:
    pass


server.run(transport="streamable-http" if OVER_HTTP else "stdio")
