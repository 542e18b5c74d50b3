"""Values that a model might answer with, drawn from the schema that binds it.

Seed 0 is a model that fills in everything and does so neatly, seed 1 one that gives what it must and no more. Any other
seed draws at will, with what models have been seen to send beside it: null for a member that they mean to leave out,
and 5.0 for 5.
"""

import math
import re
from dataclasses import dataclass
from random import Random

import jsonschema_rs

NEATLY, BARELY = 0, 1
DEEPEST = 6
# The model follows these constraints in a description; its decoder does not enforce them.
TOLD = {
    "format": re.compile(r"\bformat: ([\w-]+)"),
    "minItems": re.compile(r"\bat least (\d+) items"),
    "maxItems": re.compile(r"\bat most (\d+) items"),
    "minimum": re.compile(r"\bat least (-?\d+)"),
    "maximum": re.compile(r"\bat most (-?\d+)"),
}
# The type of JSON that a string has to contain, by its description; and a minimal text for each.
SPELLED = re.compile(r"\b(object|array) as JSON text")
LEAST = {"object": "{}", "array": "[]"}
FORMATS = {
    "date-time": "2026-01-02T03:04:05Z",
    "date": "2026-01-02",
    "time": "03:04:05Z",
    "email": "someone@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uuid": "4f5a1c3e-8b1d-4c59-9d0e-2f6b7a8c9d10",
}


def admits(schema: dict, value) -> bool:
    """Whether a decoder that is bound to this schema could write this value."""
    return jsonschema_rs.Draft202012Validator(schema).is_valid(value)


def draw(schema: dict, seed: int, facts: dict, is_sloppy: bool = True):
    """A value of the schema. Members that have the name of a fact take it where they can. Who is not sloppy sends
    nothing beside what is declared, whatever the seed."""
    return _Draw(Random(seed), seed, schema, facts, is_sloppy).value(schema, "", 0)


@dataclass
class _Draw:
    random: Random
    seed: int
    root: dict
    facts: dict
    is_sloppy: bool

    def value(self, schema: dict, name: str, depth: int):
        schema = self._resolved(schema)
        if name in self.facts and admits({**schema, "$defs": self.root.get("$defs", {})}, self.facts[name]):
            return self.facts[name]
        if "anyOf" in schema:
            return self._alternative(schema, name, depth)
        if "enum" in schema:
            return self._one_of(schema["enum"])
        kinds = schema.get("type", "string")
        kind = self._one_of(kinds) if isinstance(kinds, list) else kinds
        return getattr(self, f"_{kind}")(schema, name, depth)

    def _resolved(self, schema: dict) -> dict:
        while "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
            schema = self.root if schema["$ref"] == "#" else self.root["$defs"][name]
        return schema

    def _alternative(self, schema: dict, name: str, depth: int):
        """One of the alternatives, together with what stands beside them."""
        drawn = self.value(self._one_of(schema["anyOf"], depth), name, depth)
        if isinstance(drawn, dict) and "properties" in schema:
            drawn = {**self._object(schema, name, depth), **drawn}
        return drawn

    def _one_of(self, choices: list, depth: int = 0):
        """The first where the model is neat; deep down the last, since alternatives tend to end in the simplest."""
        if depth > DEEPEST:
            return choices[-1]
        return self.random.choice(choices) if self._at_will else choices[0]

    @property
    def _at_will(self) -> bool:
        return self.seed not in (NEATLY, BARELY)

    def _object(self, schema: dict, _name: str, depth: int) -> dict:
        drawn = {}
        for name, member in schema.get("properties", {}).items():
            if name in schema.get("required", ()):
                drawn[name] = self.value(member, name, depth + 1)
            elif self._present(name, depth):
                drawn[name] = None if self._awkward() else self.value(member, name, depth + 1)
        rest = schema.get("additionalProperties", False)
        if rest is not False and depth <= DEEPEST and self.seed != BARELY:
            drawn |= {key: self.value(rest, "", depth + 1) for key in self._keys()}
        return drawn

    def _present(self, name: str, depth: int) -> bool:
        if self._at_will:
            return depth <= DEEPEST and self.random.random() < 0.6
        return depth <= DEEPEST and (self.seed == NEATLY or name in self.facts)

    def _awkward(self) -> bool:
        return self.is_sloppy and self._at_will and self.random.random() < 0.25

    def _keys(self) -> list[str]:
        return ["first", "second"][: self.random.randint(0, 2) if self._at_will else 1]

    def _array(self, schema: dict, name: str, depth: int) -> list:
        prefix = [self.value(one, name, depth + 1) for one in schema.get("prefixItems", ())]
        least = max(int(_known(schema, "minItems", 0)), len(prefix))
        wanted = least if depth > DEEPEST else max(least, self.random.randint(0, 2) if self._at_will else 1)
        items = schema.get("items", {"type": "string"})
        count = min(wanted, int(_known(schema, "maxItems", wanted))) - len(prefix)
        return prefix + [self.value(items, name, depth + 1) for _ in range(count)]

    def _string(self, schema: dict, name: str, _depth: int) -> str:
        """The JSON text or the format that the description tells of, else its name."""
        spelled = SPELLED.search(schema.get("description", ""))
        if spelled:
            return LEAST[spelled.group(1)]
        return FORMATS.get(_known(schema, "format", ""), name or "text")

    def _integer(self, schema: dict, name: str, depth: int):
        drawn = int(self._number(schema, name, depth))
        return float(drawn) if self._awkward() else drawn

    def _number(self, schema: dict, _name: str, _depth: int) -> float:
        """A small positive one where nothing is said."""
        least = float(_known(schema, "minimum", min(1, float(_known(schema, "maximum", 1)))))
        most = float(_known(schema, "maximum", least + 9))
        low, high = math.ceil(least), math.floor(most)
        if low > high:
            return least
        return self.random.randint(low, high) if self._at_will else low

    def _boolean(self, *_) -> bool:
        return self._at_will and self.random.random() < 0.5

    def _null(self, *_) -> None:
        return None


def _known(schema: dict, keyword: str, otherwise):
    """The value of a keyword, or else the one in the description."""
    told = TOLD[keyword].search(schema.get("description", ""))
    return schema.get(keyword, told.group(1) if told else otherwise)
