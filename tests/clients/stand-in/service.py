"""Gemini without a model: a body is judged as the service judges it, and answered from what it declares."""

import difflib
import functools
import hashlib
import json
import re
from dataclasses import dataclass, field

from draw import admits, draw
from grammar import of_json_schema, of_parameters
from history import must_be_signed, parts, problems, signature
from oracle import json_schema, parameters
from oracle.discovery import body_refusals
from oracle.refusal import Refusal
from oracle.rules import request as request_refusals
from oracle.surfaces import Surface
from refused import Refused, UNRECORDED, parse_error, recorded, semantic_error, text_of

# `call NAME`, then what its arguments are to be: drawn with a seed, as given, or drawn and using facts by name.
ORDER = re.compile(r"^(?:call (?P<name>\S+)|answer)(?: #(?P<seed>\d+))?(?: (?P<how>with|using) (?P<json>\{.*\}))?$", re.M)


@dataclass(frozen=True)
class Request:
    """A body that was parsed, and where it was sent."""

    body: dict
    model: str
    target: str  # as the oracle calls the surface
    seed: int

    @property
    def config(self) -> dict:
        return self.body.get("generationConfig") or {}

    @property
    def declarations(self) -> dict[str, dict]:
        return {
            declaration["name"]: declaration
            for tool in self.body.get("tools") or ()
            for declaration in tool.get("functionDeclarations") or ()
        }

    @property
    def calling(self) -> dict:
        return (self.body.get("toolConfig") or {}).get("functionCallingConfig") or {}


def read(raw: bytes, message: str, surface: Surface, target: str, model: str) -> Request:
    """Judges a body; raises `Refused` where the service would answer with an error."""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        raise Refused("Invalid JSON payload received. Unexpected token.") from None
    if found := list(body_refusals(document, message, surface)):
        raise parse_error(found)
    body = surface.canonical(document, {"$ref": surface.name(message)})
    seed = int.from_bytes(hashlib.sha256(raw).digest()[:6], "big")
    # Counting on the Gemini API takes a whole request as a member.
    counted = body.get("generateContentRequest")
    request = Request(counted or body, model, target, seed)
    _judge(request, message)
    return request


def demand_of_v1(request: Request):
    """Rejects what v1 of the Gemini API rejects and v1beta accepts: aliases of the newest model (release notes of
    @google/genai 3.0.0), and functions for models before Gemini 3 (those of hivegate 0.4.1, which quote no message)."""
    if request.model.endswith("-latest"):
        raise Refused(f"models/{request.model} is not found for API version v1.", 404, "NOT_FOUND")
    if request.declarations and not must_be_signed(request.model):
        raise Refused(UNRECORDED)


def _judge(request: Request, message: str):
    body = request.body
    declared = _declared(json.dumps(body.get("tools") or []), request.target)
    found = [*request_refusals(body, request.target), *declared, *_response_schema(request)]
    if found := [one for one in found if recorded(one)]:
        raise semantic_error(found, body)
    if problem := _combination(request) or next(problems(body.get("contents") or [], request.model), None):
        raise Refused(problem)
    if not set(request.calling.get("allowedFunctionNames") or ()) <= request.declarations.keys():
        # The text that the service has for this is not recorded.
        raise Refused(UNRECORDED)


@functools.lru_cache
def _declared(tools: str, target: str) -> list[Refusal]:
    """The errors of the declarations; cached, because agents send them with every turn."""
    found: list[Refusal] = []
    for index, tool in enumerate(json.loads(tools)):
        for number, declaration in enumerate(tool.get("functionDeclarations") or ()):
            if "parametersJsonSchema" in declaration:
                refusals = json_schema.refusals(declaration)
            else:
                refusals = parameters.refusals(declaration, target)
            found += [one.under(f"/tools/{index}/functionDeclarations/{number}") for one in refusals]
    return found


def _response_schema(request: Request) -> list[Refusal]:
    config, found = request.config, []
    if schema := config.get("responseSchema"):
        found += parameters.response_refusals(schema, "/generationConfig/responseSchema", request.target)
    if schema := config.get("responseJsonSchema"):
        found += json_schema.schema_refusals(schema, "/generationConfig/responseJsonSchema")
    return found


def _combination(request: Request) -> str | None:
    """The error for features that exclude each other before Gemini 3."""
    if not request.declarations or must_be_signed(request.model):
        return None
    if request.config.get("responseMimeType") == "application/json":
        return text_of("N-json-mime-with-tools")
    if any(key != "functionDeclarations" for tool in request.body["tools"] for key in tool):
        return text_of("N-builtin-tools-with-functions")
    return None


# Answers


@dataclass
class Order:
    """The request of the user: a call of a function, or an answer by the response schema."""

    name: str | None
    seed: int
    wanted: dict | None = None
    facts: dict = field(default_factory=dict)


def answer(request: Request) -> list[dict]:
    """The parts of the model's turn."""
    contents = request.body["contents"]
    last = contents[-1]
    if answered := parts(last, "functionResponse"):
        return [{"text": "I have the answer of " + ", ".join(one.get("name", "") for one in answered) + "."}]
    orders = _orders("\n".join(parts(last, "text")), request.seed)
    schema = _bound(request.config, "responseSchema", "responseJsonSchema")
    if schema is not None and not any(order.name for order in orders):
        order = next(iter(orders), Order(None, request.seed))
        return [{"text": json.dumps(_value(schema, order), ensure_ascii=False)}]
    calls = [call for order in orders if (call := _call(request, order))]
    if not calls and request.calling.get("mode") == "ANY":
        calls = [_call(request, Order(_callable(request)[0], request.seed))]
    if not calls:
        return [{"text": "Nothing was asked for that one of these functions does."}]
    # Of calls that are made together, the first carries the signature.
    calls[0]["thoughtSignature"] = signature(calls[0]["functionCall"]["name"], request.seed)
    return calls


def _orders(text: str, seed: int) -> list[Order]:
    orders = []
    for found in ORDER.finditer(text):
        given = json.loads(found["json"]) if found["json"] else {}
        wanted = given if found["how"] == "with" else None
        orders.append(Order(found["name"], int(found["seed"] or seed), wanted, given))
    return orders


def _callable(request: Request) -> list[str]:
    if request.calling.get("mode") == "NONE":
        return []
    return request.calling.get("allowedFunctionNames") or list(request.declarations)


def _call(request: Request, order: Order) -> dict | None:
    """The call of the function whose name is closest to what was asked for, as a model would take it."""
    found = difflib.get_close_matches(order.name or "", _callable(request), n=1)
    if not found:
        return None
    [name] = found
    schema = _bound(request.declarations[name], "parameters", "parametersJsonSchema")
    call = {"name": name, "args": {} if schema is None else _value(schema, order)}
    if must_be_signed(request.model):
        call["id"] = f"call-{request.seed % 10**8}-{order.seed}"
    return {"functionCall": call}


def _bound(holder: dict, messages: str, json_schema_door: str) -> dict | None:
    if holder.get(messages) is not None:
        return of_parameters(holder[messages])
    schema = holder.get(json_schema_door)
    return None if schema is None else of_json_schema(schema)


def _value(schema: dict, order: Order):
    """The wanted value where a decoder could write it, else one that it could."""
    if order.wanted is not None and admits(schema, order.wanted):
        return order.wanted
    return draw(schema, order.seed, order.facts)
