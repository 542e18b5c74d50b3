"""OpenAI's `chat/completions` as Google's compatible endpoints take it: turned into a body of `generateContent`, which
is then judged like any other, and the answer turned back."""

import hashlib
import json
import re
import zlib
from dataclasses import dataclass
from typing import Iterator

from refused import UNRECORDED, Refused

# Seen to be refused by the Gemini API; Vertex AI ignores what it does not know.
UNKNOWN = ("google", "seed")
MODES = {"none": "NONE", "auto": "AUTO", "required": "ANY"}


@dataclass(frozen=True)
class Chat:
    """The parts of a request body that the native body lacks."""

    # Of the answer: clients take two of one id for the same.
    id: str
    model: str
    count: int
    streams: bool
    tells_usage: bool
    # Arguments in pieces, as OpenAI streams them; as a whole otherwise.
    in_pieces: bool


def read(raw: bytes, closed: bool) -> tuple[Chat, bytes]:
    """The native body, as JSON; `closed` refuses fields that are not known."""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        raise Refused("Invalid JSON payload received. Unexpected token.") from None
    unknown = [name for name in UNKNOWN if closed and name in document]
    if unknown:
        raise Refused(f'Invalid JSON payload received. Unknown name "{unknown[0]}": Cannot find field.')
    google = document.get("extra_body", {}).get("google", {})
    chat = Chat(
        id=hashlib.sha256(raw).hexdigest()[:16],
        model=document["model"].rsplit("/", 1)[-1],
        count=document.get("n", 1),
        streams=document.get("stream", False),
        tells_usage=document.get("stream_options", {}).get("include_usage", False),
        in_pieces=google.get("stream_function_call_arguments", False),
    )
    return chat, json.dumps(_native(document, google)).encode()


def _native(document: dict, google: dict) -> dict:
    messages = document["messages"]
    body = {"contents": _contents([message for message in messages if message["role"] not in ("system", "developer")])}
    if system := [_text(message) for message in messages if message["role"] in ("system", "developer")]:
        body["systemInstruction"] = {"parts": [{"text": text} for text in system]}
    functions = [_declaration(tool) for tool in document.get("tools", ())]
    tools = [{"functionDeclarations": functions}] if functions else []
    if tools := [*tools, *google.get("tools", ())]:
        body["tools"] = tools
    if "tool_choice" in document:
        body["toolConfig"] = {"functionCallingConfig": _calling(document["tool_choice"])}
    if config := _config(document.get("response_format", {})):
        body["generationConfig"] = config
    return body


def _declaration(tool: dict) -> dict:
    if tool.get("type") != "function":
        raise Refused(UNRECORDED)
    function = tool["function"]
    return {name: function[name] for name in ("name", "description", "parameters") if name in function}


def _calling(choice) -> dict:
    if isinstance(choice, str):
        return {"mode": MODES[choice]}
    return {"mode": "ANY", "allowedFunctionNames": [choice["function"]["name"]]}


def _config(response_format: dict) -> dict:
    if response_format.get("type") not in ("json_object", "json_schema"):
        return {}
    schema = response_format.get("json_schema", {}).get("schema")
    return {"responseMimeType": "application/json"} | ({} if schema is None else {"responseSchema": schema})


def _contents(messages: list) -> list[dict]:
    """The turns; answers of functions that follow each other are one."""
    contents, names = [], {}
    for message in messages:
        if message["role"] == "tool":
            part = {"functionResponse": _response(message, names, len(contents))}
            if contents and "functionResponse" in contents[-1]["parts"][0]:
                contents[-1]["parts"].append(part)
            else:
                contents.append({"role": "user", "parts": [part]})
            continue
        parts = [{"text": text}] if (text := _text(message)) else []
        for call in message.get("tool_calls") or ():
            names[call["id"]] = call["function"]["name"]
            parts.append(_call(call))
        contents.append({"role": "model" if message["role"] == "assistant" else "user", "parts": parts})
    return contents


def _text(message: dict) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part["text"] for part in content)


def _call(call: dict) -> dict:
    try:
        args = json.loads(call["function"].get("arguments") or "{}")
    except ValueError:
        raise Refused(UNRECORDED) from None
    part = {"functionCall": {"name": call["function"]["name"], "args": args}}
    signed = call.get("extra_content", {}).get("google", {}).get("thought_signature")
    return part | ({"thoughtSignature": signed} if signed else {})


def _response(message: dict, names: dict, turn: int) -> dict:
    """OpenAI's clients give the call's id, and few a name."""
    called = names.get(message["tool_call_id"])
    name = message.get("name", called)
    if not name:
        place = f"GenerateContentRequest.contents[{turn}].parts[0].function_response.name"
        raise Refused(f"* {place}: Name cannot be empty.")
    if called not in (None, name):
        raise Refused(UNRECORDED)
    return {"name": name, "response": {"result": _text(message)}}


# Answers


def completion(chat: Chat, parts: list[dict]) -> dict:
    message: dict = {"role": "assistant"}
    if text := "".join(part.get("text", "") for part in parts):
        message["content"] = text
    if calls := _calls(parts):
        message["tool_calls"] = calls
    reason = "tool_calls" if calls else "stop"
    choices = [{"index": index, "finish_reason": reason, "message": message} for index in range(chat.count)]
    return _head(chat, "chat.completion") | {"choices": choices, "usage": USAGE}


def chunks(chat: Chat, parts: list[dict]) -> Iterator[dict]:
    """Texts come in pieces; a call comes as a whole and without a number, and the turn ends with `stop`."""
    deltas = [{"content": piece} for part in parts for piece in re.findall(r"\S+\s*", part.get("text", ""))]
    for number, call in enumerate(_calls(parts)):
        pieces = _pieces(number, call) if chat.in_pieces else [call]
        deltas += [{"tool_calls": [piece]} for piece in pieces]
    head = _head(chat, "chat.completion.chunk")
    for delta in deltas:
        for index in range(chat.count):
            yield head | {"choices": [{"index": index, "delta": {"role": "assistant"} | delta}]}
    for index in range(chat.count):
        yield head | {"choices": [{"index": index, "delta": {"role": "assistant"}, "finish_reason": "stop"}]}
    if chat.tells_usage:
        yield head | {"choices": [], "usage": USAGE}


USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def _head(chat: Chat, kind: str) -> dict:
    return {"id": chat.id, "object": kind, "created": 1_767_225_600, "model": chat.model}


def _calls(parts: list[dict]) -> list[dict]:
    calls, first = [], zlib.crc32(json.dumps(parts).encode())
    for part in parts:
        if called := part.get("functionCall"):
            arguments = json.dumps(called["args"], ensure_ascii=False)
            call = {"id": f"call_{(first + len(calls)) % 10**6}", "type": "function"}
            call |= {"function": {"name": called["name"], "arguments": arguments}}
            if signed := part.get("thoughtSignature"):
                call["extra_content"] = {"google": {"thought_signature": signed}}
            calls.append(call)
    return calls


def _pieces(number: int, call: dict) -> Iterator[dict]:
    yield {"index": number} | call | {"function": call["function"] | {"arguments": ""}}
    for piece in re.findall(r"(?s).{1,7}", call["function"]["arguments"]):
        yield {"index": number, "function": {"arguments": piece}}
