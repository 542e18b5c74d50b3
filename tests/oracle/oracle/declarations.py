"""Declarations in all their forms: Gemini's, OpenAI's, and the requests that hold them."""

import re
from typing import Iterator

from .refusal import child


def function(declaration) -> dict:
    """The members that name and describe the function: OpenAI wraps them once more."""
    if not isinstance(declaration, dict):
        return {}
    wrapped = declaration.get("function")
    return wrapped if isinstance(wrapped, dict) else declaration


def parameters(declaration) -> dict | None:
    """The schema of the arguments, through whichever door; None without one."""
    members = function(declaration)
    schema = members.get("parametersJsonSchema", members.get("parameters"))
    return schema if isinstance(schema, dict) else None


def either(members: dict, name: str):
    """A member in either spelling."""
    snake = re.sub("([A-Z])", lambda match: "_" + match.group().lower(), name)
    return members.get(name, members.get(snake))


def lists(body: dict) -> Iterator[tuple[str, list]]:
    """The declarations of a request by place: each of Gemini's tools holds a list of them, OpenAI's are the tools."""
    tools = body.get("tools")
    tools = [tool if isinstance(tool, dict) else {} for tool in tools] if isinstance(tools, list) else []
    if openai := [tool for tool in tools if "function" in tool]:
        yield "/tools", openai
    for index, tool in enumerate(tools):
        for key in ("functionDeclarations", "function_declarations"):
            if isinstance(tool.get(key), list):
                yield child("/tools", index, key), tool[key]
