"""The values that a model can generate: a declared schema as the JSON Schema that its decoder enforces.

Keywords that the service ignores are omitted, and its silent defaults are added: without a type, a value is a string;
an object without properties stays empty; and undeclared members do not occur.
"""

from oracle.json_schema import types
from oracle.schema import canonical, members, names

# `format` and `description` bind nothing; they tell what a text looks like.
KEPT = ("enum", "minItems", "maxItems", "minimum", "maximum", "required", "format", "description")
TEXT = {"type": "string"}
NULL = {"type": "null"}


def of_parameters(schema: dict) -> dict:
    """Of the messages that `parameters` and `responseSchema` hold."""
    fields = canonical(schema)
    if "ref" in fields:
        return {"$ref": fields["ref"].replace("#/defs/", "#/$defs/")}
    bound = _common(fields, of_parameters)
    kind = fields.get("type", "").lower() or _implied(fields)
    if kind:
        bound["type"] = kind
    if kind in ("integer", "number"):
        bound.update({key: float(fields[key]) for key in ("minimum", "maximum") if key in fields})
        if "enum" in fields:
            bound["enum"] = [float(member) for member in fields["enum"]]
    if kind == "object" and "anyOf" not in fields:
        bound["additionalProperties"] = _rest(fields.get("additionalProperties", False), of_parameters)
    if "defs" in fields:
        bound["$defs"] = {name: of_parameters(one) for name, one in fields["defs"].items()}
    return {"anyOf": [bound, NULL]} if fields.get("nullable") else bound


def of_json_schema(schema: dict) -> dict:
    """Of `parametersJsonSchema` and `responseJsonSchema`."""
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    bound = _common(schema, of_json_schema)
    kinds = types(schema) or [_implied(schema)]
    if kinds != [""]:
        bound["type"] = kinds
    if "oneOf" in schema and "anyOf" not in schema:
        bound["anyOf"] = [of_json_schema(one) for one in schema["oneOf"]]
    if "prefixItems" in schema:
        bound["prefixItems"] = [of_json_schema(one) for one in schema["prefixItems"]]
    if "object" in kinds and "anyOf" not in bound:
        bound["additionalProperties"] = _rest(schema.get("additionalProperties", "properties" not in schema), of_json_schema)
    if "$defs" in schema:
        bound["$defs"] = {name: of_json_schema(one) for name, one in schema["$defs"].items()}
    return bound


def _common(fields: dict, of) -> dict:
    bound = {key: fields[key] for key in KEPT if key in fields}
    bound.update({key: int(fields[key]) for key in ("minItems", "maxItems") if key in fields})
    if properties := members(fields):
        bound["properties"] = {name: of(one) for name, one in properties.items()}
    if "items" in fields:
        bound["items"] = of(fields["items"])
    if branches := names(fields.get("anyOf")):
        bound["anyOf"] = [of(one) for one in branches]
    return bound


def _implied(fields: dict) -> str:
    """The type of a node that names none: the model takes it for a text unless it says otherwise."""
    if "properties" in fields or isinstance(fields.get("additionalProperties"), dict):
        return "object"
    if "items" in fields or "prefixItems" in fields:
        return "array"
    return "" if fields.keys() & {"anyOf", "oneOf", "enum"} else "string"


def _rest(schema, of):
    """The schema of members that are not declared: what may be anything comes as text."""
    return {True: TEXT, False: False}[schema] if isinstance(schema, bool) else of(schema)
