"""Tools that Gemini refuses or misreads as they are."""

import jsonschema


def _optional_line() -> dict:
    # Each its own: pydantic-ai 2.68.0 changes one that stands in two places twice.
    return {"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}], "default": None}


# `read_files` of fs-mcp 1.20.0, shortened.
READ_FILES = {
    "name": "read_files",
    "description": "Read several files.",
    "parameters": {
        "type": "object",
        "properties": {"files": {"type": "array", "items": {"$ref": "#/$defs/FileReadRequest"}, "minItems": 1}},
        "required": ["files"],
        "$defs": {
            "FileReadRequest": {
                "type": "object",
                "properties": {"path": {"type": "string"}, "start_line": _optional_line(), "end_line": _optional_line()},
                "required": ["path"],
            }
        },
    },
}

# A name that Gemini refuses, a map, an enum of mixed values, a union of kinds and a schema that holds itself.
SET_UP = {
    "name": "env/set_up",
    "description": "Set up an environment.",
    "parameters": {
        "type": "object",
        "properties": {
            "vars": {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1},
            "level": {"enum": [1, 5, "max"]},
            "target": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            "tree": {"$ref": "#/$defs/node"},
        },
        "required": ["vars", "level"],
        "additionalProperties": False,
        "$defs": {
            "node": {
                "type": "object",
                "properties": {"label": {"type": "string"}, "child": {"$ref": "#/$defs/node"}},
            }
        },
    },
}

# The SDK of 2026 calls `/v1`, where older models have no functions.
MODEL = "gemini-3-pro"


def ask(tool: dict) -> str:
    """A prompt that makes the stand-in call a tool with all arguments filled in."""
    return f"call {tool['name']} #0"


def check(tool: dict, name: str, arguments: dict) -> None:
    """A call is one that the tool's server takes."""
    assert name == tool["name"]
    jsonschema.Draft202012Validator(tool["parameters"]).validate(arguments)
