"""The messages of Google's two surfaces, both in the form of a discovery document.

Google's Python messages for Vertex are older than its document and hold `additionalProperties` as a value of any kind,
so nothing inside it would be seen. The Gemini API has messages only, and is brought into the document's form.
"""

import functools
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path

from google.protobuf.descriptor import FieldDescriptor as Proto

from .protos import VERTEX, generative_service
from .schema import camel

ANY = {"type": "any"}
# Messages of protobuf itself that have a JSON form of their own.
OWN_FORM = {
    "google.protobuf.Value": ANY,
    "google.protobuf.Struct": {"type": "object", "additionalProperties": ANY},
    "google.protobuf.ListValue": {"type": "array", "items": ANY},
    "google.protobuf.Duration": {"type": "string"},
    "google.protobuf.Timestamp": {"type": "string"},
}
SCALARS = {
    Proto.TYPE_STRING: {"type": "string"},
    Proto.TYPE_BYTES: {"type": "string", "format": "byte"},
    Proto.TYPE_BOOL: {"type": "boolean"},
    Proto.TYPE_INT32: {"type": "integer", "format": "int32"},
    Proto.TYPE_INT64: {"type": "string", "format": "int64"},
    Proto.TYPE_DOUBLE: {"type": "number", "format": "double"},
    Proto.TYPE_FLOAT: {"type": "number", "format": "float"},
}


@dataclass(frozen=True)
class Surface:
    """The messages of one service by name; names begin with `prefix`, which the service itself writes as `package`."""

    prefix: str
    package: str
    messages: dict

    def name(self, message: str) -> str:
        return self.prefix + message

    def url(self, name: str) -> str:
        """How the service names a type in its messages."""
        return f"type.googleapis.com/{self.package}.{name.removeprefix(self.prefix)}"

    def canonical(self, value, field: dict):
        """The parsed value, with all field names in camel case."""
        if isinstance(value, list):
            return [self.canonical(member, field.get("items", ANY)) for member in value]
        if not isinstance(value, dict) or field.get("type") == "any":
            return value
        if "$ref" not in field:
            return {key: self.canonical(member, field["additionalProperties"]) for key, member in value.items()}
        fields = self.messages[field["$ref"]]["properties"]
        return {camel(key): self.canonical(member, fields[camel(key)]) for key, member in value.items()}


@functools.cache
def vertex_document() -> dict:
    package = importlib.util.find_spec("googleapiclient").submodule_search_locations[0]
    document = Path(package) / "discovery_cache" / "documents" / "aiplatform.v1.json"
    return json.loads(document.read_text(encoding="utf-8"))


@functools.cache
def vertex() -> Surface:
    return Surface("GoogleCloudAiplatformV1", "google.cloud.aiplatform.v1", vertex_document()["schemas"])


@functools.cache
def vertex_messages() -> Surface:
    """Vertex AI as its Python package has it."""
    return _of_messages("google.cloud.aiplatform.v1", VERTEX)


@functools.cache
def gemini_api(version: str) -> Surface:
    """The Gemini API in one of its versions, such as `v1beta`."""
    service = generative_service(f"google.ai.generativelanguage_{version}")
    package = f"google.ai.generativelanguage.{version}"
    return _of_messages(package, service.GenerateContentRequest, service.CountTokensRequest)


def _of_messages(package: str, *requests) -> Surface:
    messages: dict = {}
    for request in requests:
        _add(request.pb().DESCRIPTOR, messages)
    return Surface(package + ".", package, messages)


def _add(message, messages: dict):
    """Puts a message and those that its fields hold into the document."""
    if message.full_name not in messages:
        messages[message.full_name] = {"properties": (fields := {})}
        fields.update({field.json_name: _field(field, messages) for field in message.fields})


def _field(field, messages: dict) -> dict:
    if field.message_type and field.message_type.GetOptions().map_entry:
        return {"type": "object", "additionalProperties": _one(field.message_type.fields_by_name["value"], messages)}
    return {"type": "array", "items": _one(field, messages)} if field.is_repeated else _one(field, messages)


def _one(field, messages: dict) -> dict:
    if field.enum_type:
        return {"type": "string", "enum": [value.name for value in field.enum_type.values]}
    if not field.message_type:
        return SCALARS[field.type]
    name = field.message_type.full_name
    if name in OWN_FORM:
        return OWN_FORM[name]
    _add(field.message_type, messages)
    return {"$ref": name}
