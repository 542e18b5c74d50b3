"""How LangChain.js's own Google clients change a declaration, and whether the server accepts the result."""

import atexit
import functools
import json
import os
import subprocess
from dataclasses import replace
from typing import Iterator

from . import parameters, universal
from .program import ROOT
from .refusal import Refusal

SCRIPT = ROOT / "tests" / "langchain" / "sent.mjs"
# The surfaces that a client's request may go to.
SURFACES = {
    "@langchain/google": ("gemini-api", "vertex-ai"),
    "@langchain/google-common": ("gemini-api", "vertex-ai"),
    "@langchain/google-genai": ("gemini-api",),
    "@langchain/google-vertexai": ("vertex-ai",),
}


def refusals(declaration: dict) -> Iterator[Refusal]:
    """No client throws, and what each sends is accepted by each surface that it serves."""
    if "parametersJsonSchema" in declaration:
        yield Refusal("strict", "", "/parametersJsonSchema", "this target speaks `parameters`")
    if "parameters" in declaration and not _is_object(declaration["parameters"]):
        # Such a tool would be sent as one with a single text as input, whatever its schema says.
        yield Refusal("4", "V-root-not-object", "/parameters", "the root is not of type object")
    answer = sent(json.dumps(declaration))
    for client, message in answer["thrown"].items():
        yield Refusal(f"throws:{client}", _row(client, message), "/parameters", message)
    judged = functools.cache(lambda declared, surface: list(parameters.refusals(json.loads(declared), surface)))
    for client, declared in answer["sent"].items():
        for surface in SURFACES[client]:
            for refusal in judged(json.dumps(declared), surface):
                yield replace(refusal, rule=f"{refusal.rule}:{client}")


def _is_object(schema) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "object"


def response_refusals(schema: dict, pointer: str) -> Iterator[Refusal]:
    """The clients hand a response schema on as it is, so it must do as it is."""
    yield from universal.response_refusals(schema, pointer)


def changed(declaration: dict) -> list[str]:
    """The clients that send another schema than the declared one: they take properties for keywords by their name."""
    declared = declaration.get("parameters")
    held = sent(json.dumps(declaration))["sent"]
    return [client for client, one in held.items() if declared and one.get("parameters") != declared]


@functools.lru_cache(maxsize=1)
def sent(declaration: str) -> dict:
    """The declaration that each client sends, or the error it throws."""
    clients = _clients()
    clients.stdin.write(declaration + "\n")
    clients.stdin.flush()
    answer = clients.stdout.readline()
    if not answer:
        raise RuntimeError(f"{SCRIPT} has ended: is npm ci done in {SCRIPT.parent}?")
    return json.loads(answer)


@functools.cache
def _clients() -> subprocess.Popen:
    """The clients' process, which ends with this one. Of the environment it gets only where programs are: keys and
    gateways of the user are none of its business."""
    environment = {"PATH": os.environ.get("PATH", "")}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    clients = subprocess.Popen(["node", str(SCRIPT)], **pipes, env=environment, encoding="utf-8")
    # Leaving it closes the pipes, at which the script ends, and waits for that.
    atexit.register(clients.__exit__, None, None, None)
    return clients


def _row(client: str, message: str) -> str:
    """The recorded throw of a client."""
    if client == "@langchain/google":
        return "L-lcgoogle-ref" if "$ref" in message else "L-lcgoogle-union"
    return "L-lcjs-union" if "anyOf" in message else "L-lcjs-typearray"
