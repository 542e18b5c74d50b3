"""Reads JSON as written: what Python's reader forgives (doubled keys, NaN, lone surrogates) is kept visible."""

import json
import math
from typing import Iterator

from .refusal import Refusal, child


class Members(dict):
    """A JSON object that remembers the keys written more than once."""

    repeated: tuple = ()


def _members(pairs) -> Members:
    members = Members(pairs)
    if len(members) < len(pairs):
        seen: set = set()
        members.repeated = tuple(key for key, _ in pairs if key in seen or seen.add(key))
    return members


def read(text: str):
    """Parses one JSON document; raises ValueError where it is none and RecursionError where it is too deep."""
    return json.loads(text, object_pairs_hook=_members)


def depth(value) -> int:
    """How many containers enclose the innermost one, counted without recursion."""
    deepest, pending = 0, [(value, 1)]
    while pending:
        current, level = pending.pop()
        if not isinstance(current, (dict, list)):
            continue
        deepest = max(deepest, level)
        inner = current.values() if isinstance(current, dict) else current
        pending.extend((member, level + 1) for member in inner)
    return deepest


def walk(value, pointer: str = "") -> Iterator[tuple]:
    """Every value with its pointer, data included."""
    pending = [(value, pointer)]
    while pending:
        current, at = pending.pop()
        yield current, at
        if isinstance(current, dict):
            pending.extend((member, child(at, key)) for key, member in current.items())
        elif isinstance(current, list):
            pending.extend((member, child(at, index)) for index, member in enumerate(current))


def _lone_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def refusals(document) -> Iterator[Refusal]:
    """Doubled keys, lone surrogates and numbers without a value, anywhere in the document."""
    for value, pointer in walk(document):
        for key in getattr(value, "repeated", ()):
            yield Refusal("strict", "", child(pointer, key), f"key {key!r} is written twice")
        for text in value if isinstance(value, dict) else (value,):
            if isinstance(text, str) and _lone_surrogate(text):
                yield Refusal("strict", "", pointer, "lone surrogate")
        if isinstance(value, float) and not math.isfinite(value):
            yield Refusal("strict", "P-scalar-kind", pointer, f"{value} is not a number")
