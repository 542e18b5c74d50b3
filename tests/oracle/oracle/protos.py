"""The parse stage: Google's own messages, and by hand what their Python parser sees differently from the server."""

import functools
import importlib
import math
import re
import sys
import types
from pathlib import Path
from typing import Iterator

from google.protobuf import json_format

from . import schema as schemas
from .refusal import Refusal, child

# The Python parser counts messages, the server JSON levels: this limit stays inside what was measured live.
MAX_DEPTH = 32
INTEGER = re.compile(r"-?\d+")
# proto-plus appends an underscore to names that Python reserves; the server knows nothing of it.
PYTHON_NAMES = ("type_", "format_")
STRICT_TYPES = tuple(kind for kind in schemas.TYPES if kind != "NULL")


def _messages(package: str, module: str):
    """A generated message module without its package, whose __init__ would load every client."""
    namespace, leaf = package.rsplit(".", 1)
    folders = (Path(folder) / leaf for folder in importlib.import_module(namespace).__path__)
    root = next(folder for folder in folders if folder.is_dir())
    for name, path in ((package, root), (f"{package}.types", root / "types")):
        if name not in sys.modules:
            sys.modules[name] = types.ModuleType(name)
            sys.modules[name].__path__ = [str(path)]
    return importlib.import_module(f"{package}.types.{module}")


@functools.cache
def generative_service(package: str):
    """The Gemini API's messages in the package of one of its versions."""
    return _messages(package, "generative_service")


GEMINI_API = generative_service("google.ai.generativelanguage_v1beta").GenerateContentRequest
VERTEX = _messages("google.cloud.aiplatform_v1", "prediction_service").GenerateContentRequest
SURFACES = {"gemini": (GEMINI_API, VERTEX), "gemini-api": (GEMINI_API,)}

ROWS = {
    "$schema": "P-unknown-schema-uri",
    "additionalProperties": "P-unknown-additionalProperties",
    "const": "P-unknown-const",
    "exclusiveMinimum": "P-unknown-exclusiveMinimum",
    "exclusiveMaximum": "P-unknown-exclusiveMinimum",
    "multipleOf": "P-unknown-multipleOf",
    "uniqueItems": "P-unknown-uniqueItems",
    "propertyNames": "P-unknown-propertyNames",
    "patternProperties": "P-unknown-patternProperties",
    "$ref": "P-unknown-ref-defs",
    "$defs": "P-unknown-ref-defs",
    "ref": "V-ref-siblings",
    "defs": "V-ref-siblings",
    "definitions": "P-unknown-definitions",
    "prefixItems": "P-unknown-prefixItems",
    "additionalItems": "P-unknown-prefixItems",
    "examples": "P-unknown-examples",
    "readOnly": "P-unknown-annotations",
    "writeOnly": "P-unknown-annotations",
    "deprecated": "P-unknown-annotations",
    "$comment": "P-unknown-annotations",
    "contentEncoding": "P-unknown-content",
    "contentMediaType": "P-unknown-content",
    "contentSchema": "P-unknown-content",
    "dependencies": "P-unknown-dependent",
    "dependentRequired": "P-unknown-dependent",
    "dependentSchemas": "P-unknown-dependent",
    "id": "P-unknown-id",
    "$id": "P-unknown-id",
    "contains": "P-unknown-contains",
    "minContains": "P-unknown-contains",
    "maxContains": "P-unknown-contains",
    "unevaluatedProperties": "P-unknown-contains",
    "unevaluatedItems": "P-unknown-contains",
    "oneOf": "P-oneOf-undocumented",
    "allOf": "P-oneOf-undocumented",
}


def parse(body: dict, surface) -> str | None:
    """The error of one surface's parser for a request body, if any."""
    try:
        json_format.ParseDict(body, surface.pb()(), max_recursion_depth=MAX_DEPTH)
    except (json_format.ParseError, RecursionError) as problem:
        return str(problem)
    except (TypeError, ValueError, AttributeError, OverflowError) as problem:
        # Some wrong kinds escape the parser as plain Python errors.
        return f"{type(problem).__name__}: {problem}"
    return None


def refusals(declaration: dict, target: str) -> Iterator[Refusal]:
    """The parse stage for one declaration, which must not be nested so deeply that Python gives up."""
    for key in ("parameters", "response"):
        if isinstance(declaration.get(key), dict):
            yield from _schema(declaration[key], child("", key), target)
    yield from _parsed({"tools": [{"functionDeclarations": [_upper(declaration)]}]}, target)


def response_refusals(schema: dict, pointer: str, target: str) -> Iterator[Refusal]:
    """The parse stage for the `responseSchema` of a request."""
    yield from _schema(schema, pointer, target)
    yield from _parsed({"generationConfig": {"responseSchema": _upper(schema)}}, target)


def _schema(schema: dict, pointer: str, target: str) -> Iterator[Refusal]:
    for node in schemas.walk(schema, pointer):
        yield from _by_hand(node, target)


def _parsed(body: dict, target: str) -> Iterator[Refusal]:
    for surface in SURFACES[target]:
        problem = parse(body, surface)
        if problem:
            yield _told(problem, surface)


def _by_hand(node: schemas.Node, target: str) -> Iterator[Refusal]:
    if not isinstance(node.raw, dict):
        yield Refusal("24", "P-boolean-subschema", node.pointer, f"{node.raw!r} is not a schema")
        return
    spelled: dict = {}
    for key, value in node.raw.items():
        at = child(node.pointer, key)
        name = schemas.camel(key)
        if spelled.setdefault(name, key) != key:
            yield Refusal("parse", "", at, f"{name} is spelled both ways")
        if key in PYTHON_NAMES:
            yield Refusal("parse", "", at, f"{key} is a name of the Python package")
        elif name == "type":
            yield from _type(value, target, at)
        elif name == "items" and isinstance(value, list):
            yield Refusal("parse", "P-items-list", at, "items is a list")
        elif name in schemas.COUNTS and not int64(value):
            yield Refusal("parse", "P-int-fraction", at, f"{value!r} is not an integer")
        elif name in schemas.BOUNDS and not double(value):
            yield Refusal("parse", "P-scalar-kind", at, f"{value!r} is not a number")


def _type(value, target: str, at: str) -> Iterator[Refusal]:
    if isinstance(value, list):
        yield Refusal("parse", "P-type-list", at, "type is a list")
    elif target == "gemini" and value not in STRICT_TYPES:
        yield Refusal("parse", "P-type-not-enum", at, f"{value!r} is not one of {', '.join(STRICT_TYPES)}")
    elif not isinstance(value, str) or value.upper() not in (*schemas.TYPES, "TYPE_UNSPECIFIED"):
        yield Refusal("parse", "P-type-not-enum", at, f"{value!r} is no type")


def int64(value) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or value is None or (isinstance(value, str) and bool(INTEGER.fullmatch(value)))


def double(value) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, (int, float, str)):
        try:
            return math.isfinite(float(value))
        except (ValueError, OverflowError):
            return False
    return value is None


def _upper(value, key: str = ""):
    """A copy with type names in upper case: the server ignores their case, the Python parser does not.

    Property names and data are entered too; a string beside a property called `type` is no schema and fails anyway.
    """
    if isinstance(value, dict):
        return {name: _upper(member, name) for name, member in value.items()}
    if isinstance(value, list):
        return [_upper(member) for member in value]
    return value.upper() if key == "type" and isinstance(value, str) else value


def row_of_unknown(name: str, in_declaration: bool) -> str:
    """The recorded refusal of a name that the message has no field for."""
    if in_declaration:
        return "P-unknown-fd-strict"
    return ROWS.get(name, "P-unknown-vendor" if name.startswith("x-") else "")


def _told(problem: str, surface) -> Refusal:
    label = "vertex" if surface is VERTEX else "gemini-api"
    message = problem.split("Available Fields")[0].strip()
    return Refusal(f"parse:{label}", _row(problem), "/parameters", message)


def _row(problem: str) -> str:
    unknown = re.search(r'has no field named "([^"]+)"', problem)
    if unknown:
        return row_of_unknown(unknown.group(1), 'FunctionDeclaration" has no field' in problem)
    if "too deep" in problem:
        return "P-too-deep"
    if "enum field" in problem:
        return "P-enum-nonstring"
    return "P-scalar-kind"
