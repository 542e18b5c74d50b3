"""The calls that a declaration allows a model to make, and those valid for the server that it excludes.

The model is the one of the field table, tests/clients/stand-in, without its slips: arguments are drawn from what binds it.
"""

import sys
from pathlib import Path

import jsonschema_rs
from oracle.json_schema import walk

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "clients" / "stand-in"))
import draw  # noqa: E402
import grammar  # noqa: E402

DRAWS = 10
# The most attempts, as a multiple of the draws wanted: some attempts give no valid arguments.
PATIENCE = 5
# The model writes no text by a pattern or to a length, so these decide nothing, of whatever schema.
OF_TEXTS = ("pattern", "minLength", "maxLength", "format", "contentEncoding", "contentMediaType", "contentSchema")


class Original:
    """A tool's own schema: what its server takes, and arguments that it takes."""

    def __init__(self, schema: dict):
        self._judge = _validator(_without(schema, OF_TEXTS))
        bound = grammar.of_json_schema(_plain(schema))
        drawn = (_drawn(bound, seed) for seed in range(DRAWS * PATIENCE))
        valid = [arguments for arguments in drawn if isinstance(arguments, dict) and self.takes(arguments)]
        self.samples = valid[:DRAWS]

    def takes(self, arguments) -> bool:
        return self._judge.is_valid(arguments)


class Declared:
    """A declaration: the calls that a model makes of it, and whether it could make one."""

    def __init__(self, declaration: dict, field: str, is_coded: bool):
        schema = declaration.get(field)
        of = grammar.of_parameters if field == "parameters" else grammar.of_json_schema
        bound = of(schema) if schema else {"type": "object", "properties": {}, "additionalProperties": False}
        # Hints are understood in the words of one package only, so nobody's are; what has to be JSON text is no hint.
        self._bound = _without(bound, ("description",), keep=draw.SPELLED.search if is_coded else None)
        self._judge = _validator(self._bound)

    def calls(self) -> list:
        return [_drawn(self._bound, seed) for seed in range(DRAWS)]

    def admits(self, arguments) -> bool:
        return self._judge.is_valid(arguments)


def _drawn(bound: dict, seed: int):
    try:
        return draw.draw(bound, seed, {}, is_sloppy=False)
    except (KeyError, RecursionError, AttributeError, TypeError, IndexError, ValueError):
        # A schema that is beyond the model, such as one without an end: no call.
        return None


def _validator(schema):
    return jsonschema_rs.validator_for(schema, validate_formats=False)


def _plain(schema):
    """The schema in the words of today, which the model reads: definitions by their new name, constants as enums. Where
    members are declared and any others let through, nobody sends others."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _plain(value) for key, value in schema.items()}
    if isinstance(plain.get("definitions"), dict):
        plain["$defs"] = {**plain.pop("definitions"), **plain.get("$defs", {})}
    if isinstance(plain.get("$ref"), str):
        plain["$ref"] = plain["$ref"].replace("#/definitions/", "#/$defs/", 1)
    if "const" in plain:
        plain["enum"] = [plain.pop("const")]
    if plain.get("properties") and plain.get("additionalProperties") in (True, {}):
        del plain["additionalProperties"]
    return plain


def _without(schema, keywords: tuple, keep=None):
    """The schema without these keywords; `keep` says which of their values stay."""
    if not isinstance(schema, dict):
        return schema
    copy = _copied(schema)
    for node in walk(copy, ""):
        if isinstance(node.raw, dict):
            for keyword in keywords:
                if keyword in node.raw and not (keep and keep(str(node.raw[keyword]))):
                    del node.raw[keyword]
    return copy


def _copied(value):
    if isinstance(value, dict):
        return {key: _copied(held) for key, held in value.items()}
    return [_copied(held) for held in value] if isinstance(value, list) else value
