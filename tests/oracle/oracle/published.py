"""The fields that Google's packages publish, read from the packages themselves.

`python -m oracle.published FILE PACKAGE` compares those that are installed, and npm's @google/genai in the folder
PACKAGE, with a file of what was read before. It prints what differs, and leaves with 1 if anything does. With `--write`
it writes the file.
"""

import argparse
import difflib
import json
import re
import sys
from importlib.metadata import version
from pathlib import Path

from google.genai import types

from .surfaces import Surface, gemini_api, vertex, vertex_document, vertex_messages

MESSAGES = ("Schema", "FunctionDeclaration", "Tool", "FunctionCallingConfig", "GenerationConfig")
# `    anyOf?: Schema[];`
MEMBER = re.compile(r"^    (\w+)\??: (.+);$", re.M)


def read(package: Path) -> dict:
    """By package its version, and the fields of its messages with their types."""
    discovered = _python("google-api-python-client", _surface(vertex()))
    typed = {name: _typed(getattr(types, name)) for name in (*MESSAGES, "JSONSchema")}
    declared = (package / "dist" / "genai.d.ts").read_text(encoding="utf-8")
    return {
        "PyPI google-ai-generativelanguage": _python("google-ai-generativelanguage", _surface(gemini_api("v1beta"))),
        "PyPI google-cloud-aiplatform": _python("google-cloud-aiplatform", _surface(vertex_messages())),
        "PyPI google-api-python-client": {**discovered, "revision": vertex_document()["revision"]},
        "PyPI google-genai": _python("google-genai", typed),
        "npm @google/genai": {
            "version": json.loads((package / "package.json").read_text(encoding="utf-8"))["version"],
            "messages": {name: _interface(declared, name) for name in MESSAGES},
        },
    }


def _python(package: str, messages: dict) -> dict:
    return {"version": version(package), "messages": messages}


def _surface(surface: Surface) -> dict:
    def fields(name: str) -> dict:
        properties = surface.messages[surface.name(name)]["properties"]
        return {field: _kind(surface, one) for field, one in sorted(properties.items())}

    return {name: fields(name) for name in MESSAGES}


def _kind(surface: Surface, field: dict) -> str:
    """A type in a word: `int64`, `Schema`, `list of Schema`, or the names of an enum."""
    if "$ref" in field:
        return field["$ref"].removeprefix(surface.prefix)
    if "enum" in field:
        return " | ".join(field["enum"])
    if field["type"] == "array":
        return f"list of {_kind(surface, field['items'])}"
    if "additionalProperties" in field:
        return f"map of {_kind(surface, field['additionalProperties'])}"
    return field.get("format", field["type"])


def _typed(model) -> dict:
    fields = {field.alias or name: field.annotation for name, field in model.model_fields.items()}
    return {name: str(fields[name]).replace("typing.", "").replace("google.genai.types.", "") for name in sorted(fields)}


def _interface(declared: str, name: str) -> dict:
    # Some types are classes in one version and interfaces in another.
    found = re.search(rf"^export declare (?:interface|class) {name} {{\n(.*?)^}}", declared, re.M | re.S)
    if not found:
        raise SystemExit(f"@google/genai declares no {name}")
    return dict(sorted(MEMBER.findall(found[1])))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("package", type=Path)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    found = json.dumps(read(given.package), indent=1) + "\n"
    recorded = given.file.read_text(encoding="utf-8") if given.file.exists() else ""
    # Versions are far from the fields that they are about, so what differs is shown with some lines around it.
    sys.stdout.writelines(
        difflib.unified_diff(recorded.splitlines(True), found.splitlines(True), "recorded", "published", n=2)
    )
    if given.write:
        given.file.write_text(found, encoding="utf-8")
    return int(found != recorded)


if __name__ == "__main__":
    sys.exit(main())
