"""The messages of the service when it rejects: the recorded texts, with the places of this request filled in."""

import functools
import json
import re

from oracle import Refusal
from oracle.program import ROOT

UNRECORDED = "Request contains an invalid argument."
# Their text names a field that is not there, and the oracle the node that lacks it.
LACKING = {"S-items-missing": "/items", "S-type-must-be-specified": "/type", "S-object-empty-properties": "/properties"}
RECORDED = ("P-", "S-", "V-", "N-", "J-")
PREFIX = "* GenerateContentRequest."


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, message: str, code: int = 400, status: str = "INVALID_ARGUMENT", details: list | None = None):
        super().__init__(message)
        self.error = {"code": code, "message": message, "status": status}
        if details:
            self.error["details"] = details


def parse_error(found: list[Refusal]) -> Refused:
    """Of the parse stage, whose refusals are in the service's words: all are told."""
    violations = [{"field": _quoted(one.message), "description": one.message} for one in found]
    details = [{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": violations}]
    return Refused("\n".join(one.message for one in found), details=details)


def semantic_error(found: list[Refusal], body: dict) -> Refused:
    """Of the later stages: those in the form of a list are told together, of others the first."""
    texts = [_text(one, body) for one in found]
    listed = [text for text in texts if text.startswith(PREFIX)]
    return Refused("\n".join(listed) if texts[0] in listed else texts[0])


def recorded(refusal: Refusal) -> bool:
    """Whether the service was seen to refuse this; the oracle is stricter in places."""
    return refusal.row.startswith(RECORDED)


@functools.cache
def _texts() -> dict[str, str | None]:
    rows = json.loads((ROOT / "crate" / "core" / "data" / "errors.json").read_text(encoding="utf-8"))
    return {row["id"]: row["text"] for row in rows}


def text_of(row: str) -> str:
    return _texts()[row] or UNRECORDED


def _text(refusal: Refusal, body: dict) -> str:
    text = text_of(refusal.row)
    if "GenerateContentRequest." in text or text.startswith(("{PATH}", "properties[]")):
        place = _path(refusal.pointer + LACKING.get(refusal.row, ""))
        return f"{PREFIX}{place}: {text.splitlines()[0].split(': ', 1)[1]}"
    tokens = _tokens(refusal.pointer)
    if "{FN}" in text and "functionDeclarations" not in tokens:
        text = text_of(f"{refusal.row}-response") if f"{refusal.row}-response" in _texts() else text
    return _filled(text, tokens, refusal, body)


def _filled(text: str, tokens: list[str], refusal: Refusal, body: dict) -> str:
    below = tokens[tokens.index("functionDeclarations") + 3 :] if "functionDeclarations" in tokens else tokens
    filled = {
        "FN": _function(tokens, body),
        "NAME": _quoted(refusal.message) or _function(tokens, body),
        "KEY": below[-1] if below else "",
        "PATH": _nodes(below),
    }
    if refusal.row == "J-undefined-ref":
        return f"{text.split(' properties.')[0]} {'.'.join(below[:-1])}"
    return re.sub(r"\{([A-Z]+)\}", lambda match: filled.get(match.group(1), match.group()), text)


def _function(tokens: list[str], body: dict) -> str:
    """The name of the function that a place is in, if it is in one."""
    if tokens[:1] != ["tools"] or len(tokens) < 4:
        return ""
    return body["tools"][int(tokens[1])]["functionDeclarations"][int(tokens[3])].get("name", "")


def _quoted(message: str) -> str:
    """The first thing that a message quotes, which is what it is about."""
    found = re.search(r"'([^']*)'", message)
    return found.group(1) if found else ""


def _nodes(tokens: list[str]) -> str:
    """The way from the root of a schema to a node, without the member of the node that the tokens end in."""
    path, rest = "", iter(tokens)
    for token in rest:
        if token in ("properties", "defs", "anyOf"):
            path += "." + next(rest, "")
        elif token in ("items", "additionalProperties"):
            path += "." + token
    return path


def _tokens(pointer: str) -> list[str]:
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def _path(pointer: str) -> str:
    """A place as the service writes it: names of fields in snake case, indices and keys of maps in brackets."""
    path, key_follows = "", False
    for token in _tokens(pointer):
        if key_follows or token.isdecimal() and not key_follows:
            path += f"[{token}]"
        else:
            path += "." + re.sub("([A-Z])", lambda match: "_" + match.group().lower(), token)
        key_follows = token in ("properties", "defs") and not key_follows
    return path.removeprefix(".")
