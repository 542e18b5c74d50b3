"""The turns of a conversation, and the signatures that thinking models put on their calls."""

import base64
import hashlib
from typing import Iterator

DOCUMENTATION = "https://ai.google.dev/gemini-api/docs/thought-signatures"
ROLES = ("user", "model", "function")


def problems(contents: list, model: str) -> Iterator[str]:
    """The errors of the service about a conversation, in its words."""
    if not contents:
        yield "* GenerateContentRequest.contents: contents is not specified"
    if any(content.get("role", "user") not in ROLES for content in contents):
        yield "Please use a valid role: user, model."
    turns = _turns(contents)
    yield from _references(contents)
    yield from _unpaired(turns)
    yield from _unsigned(contents, model)


def parts(content: dict, kind: str) -> list[dict]:
    """The contents of the parts of one kind."""
    return [part[kind] for part in content.get("parts", ()) if kind in part]


def _turns(contents: list) -> list[dict]:
    """The contents, those of one speaker that follow each other taken together."""
    turns: list[dict] = []
    for content in contents:
        model = content.get("role") == "model"
        if turns and turns[-1]["model"] == model:
            turns[-1]["parts"] += content.get("parts", ())
        else:
            turns.append({"model": model, "parts": list(content.get("parts", ()))})
    return turns


def _unpaired(turns: list[dict]) -> Iterator[str]:
    """Calls come after a user's turn, and each has its answer in the next turn."""
    if turns and turns[0]["model"] and parts(turns[0], "functionCall"):
        yield (
            "Please ensure that function call turn comes immediately after a user turn or after a function response "
            "turn."
        )
    for before, turn in zip([{}, *turns], turns):
        calls, answers = parts(before, "functionCall"), parts(turn, "functionResponse")
        if answers and not calls:
            yield "Please ensure that function response turn comes immediately after a function call turn."
        elif len(calls) != len(answers) and not turn["model"]:
            yield (
                "Please ensure that the number of function response parts is equal to the number of function call "
                "parts of the function call turn."
            )


def _references(contents: list) -> Iterator[str]:
    """A member `$ref` in an answer of a function is taken for one of its parts."""
    for content in contents:
        for answer in parts(content, "functionResponse"):
            for name in _named(answer.get("response")):
                yield (
                    f"The referenced name `{name}` in function_response.response does not match to a display_name in "
                    "the function_response.parts."
                )


def _named(value) -> Iterator[str]:
    pending = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, dict):
            yield from (member for key, member in current.items() if key == "$ref" and isinstance(member, str))
            pending.extend(current.values())
        elif isinstance(current, list):
            pending.extend(current)


# Signatures


def signature(name: str, seed: int) -> str:
    """Opaque bytes for a call of this function; they say by themselves whether they were changed."""
    nonce = seed.to_bytes(8, "big")
    return base64.b64encode(nonce + _seal(name, nonce)).decode()


def _seal(name: str, nonce: bytes) -> bytes:
    return hashlib.sha256(b"thought" + nonce + name.encode()).digest()


def _genuine(name: str, signed: str) -> bool:
    try:
        data = base64.b64decode(signed, altchars=b"-_" if set(signed) & set("-_") else None, validate=True)
    except ValueError:
        return False
    return data[8:] == _seal(name, data[:8])


def must_be_signed(model: str) -> bool:
    """Since Gemini 3 signatures have to come back; before, they may be dropped."""
    return model.startswith("gemini-3")


def _unsigned(contents: list, model: str) -> Iterator[str]:
    """A signature is never changed. In the running turn, from the user's last words on, the first call of each answer
    of the model has one."""
    spoken = [index for index, content in enumerate(contents) if not _is_of_model(content) and parts(content, "text")]
    running = spoken[-1] if spoken else 0
    for index, content in enumerate(contents):
        called = [part for part in content.get("parts", ()) if "functionCall" in part]
        for number, part in enumerate(called):
            name, signed = part["functionCall"].get("name", ""), part.get("thoughtSignature")
            if signed and not _genuine(name, signed):
                yield "Corrupted thought signature."
            elif not signed and number == 0 and index > running and must_be_signed(model):
                yield (
                    "Function call is missing a thought_signature in functionCall parts. This is required for tools "
                    "to work correctly, and missing thought_signature may lead to degraded model performance. "
                    f"Additional data, function call `default_api:{name}` , position {index + 1}. Please refer to "
                    f"{DOCUMENTATION} for more details."
                )


def _is_of_model(content: dict) -> bool:
    return content.get("role") == "model"
