"""Accepted or refused: every stage over one declaration, a request, a response schema, or a line of text."""

from dataclasses import dataclass, field
from functools import partial
from typing import Callable, Iterator

from . import json_schema, langchain, openai, parameters, rules, text, universal
from .declarations import lists
from .notes import notes
from .refusal import Refusal, child

# Deeper JSON is refused before it reaches code that recurses; every limit of the server lies below.
MAX_JSON_DEPTH = 100


def _chosen(declaration: dict) -> Iterator[Refusal]:
    """The door that was chosen shows in the declaration; without a schema both are the same."""
    if "parametersJsonSchema" in declaration:
        return json_schema.refusals(declaration)
    return parameters.refusals(declaration, "gemini-api")


JUDGES: dict[str, Callable[[dict], Iterator[Refusal]]] = {
    "gemini": partial(parameters.refusals, target="gemini"),
    "gemini-api": partial(parameters.refusals, target="gemini-api"),
    "vertex-ai": partial(parameters.refusals, target="vertex-ai"),
    "gemini-json-schema": json_schema.refusals,
    "langchain": langchain.refusals,
    "openai-strict": openai.refusals,
    "universal": universal.refusals,
    "auto": _chosen,
}
# A schema alone does not show which door was chosen, so `auto` has no entry.
RESPONSE_JUDGES: dict[str, Callable[[dict, str], Iterator[Refusal]]] = {
    "gemini": partial(parameters.response_refusals, target="gemini"),
    "gemini-api": partial(parameters.response_refusals, target="gemini-api"),
    "vertex-ai": partial(parameters.response_refusals, target="vertex-ai"),
    "gemini-json-schema": json_schema.schema_refusals,
    "langchain": langchain.response_refusals,
    "openai-strict": openai.schema_refusals,
    "universal": universal.response_refusals,
}


def refusals(declaration, target: str) -> list[Refusal]:
    """All that speaks against one function declaration."""
    return _staged(declaration, "a declaration", JUDGES[target])


def response_refusals(schema, target: str) -> list[Refusal]:
    """All that speaks against a schema that a whole answer must meet: `responseSchema`, `responseJsonSchema` or the
    schema of OpenAI's `response_format`, by the target's door."""
    return _staged(schema, "a response schema", partial(RESPONSE_JUDGES[target], pointer=""))


def _staged(document, what: str, judge: Callable[[dict], Iterator[Refusal]]) -> list[Refusal]:
    if not isinstance(document, dict):
        return [Refusal("parse", "", "", f"{what} is an object")]
    if text.depth(document) > MAX_JSON_DEPTH:
        return [Refusal("20", "P-too-deep", "", "nested beyond every limit")]
    return [*text.refusals(document), *judge(document)]


def refusals_request(body: dict, target: str) -> list[Refusal]:
    """All that speaks against the tools of a request body."""
    found = list(rules.request(body, target))
    for at, declarations in lists(body):
        for index, declaration in enumerate(declarations):
            found.extend(one.under(child(at, index)) for one in refusals(declaration, target))
    return found


@dataclass
class Verdict:
    """The result of one tool."""

    name: str
    refusals: list[Refusal] = field(default_factory=list)
    notes: list = field(default_factory=list)

    @property
    def accepted(self) -> bool:
        return not self.refusals


def judge(line: str, target: str) -> Verdict:
    """One line as `lapidary transform --format jsonl` answers it."""
    try:
        answer = text.read(line)
    except RecursionError:
        return Verdict("", [Refusal("20", "P-too-deep", "", "nested beyond every limit")])
    except ValueError as problem:
        return Verdict("", [Refusal("strict", "", "", f"not JSON: {problem}")])
    if not isinstance(answer, dict) or "declaration" not in answer:
        told = answer.get("error") if isinstance(answer, dict) else answer
        return Verdict(str(told), [Refusal("strict", "", "", f"no declaration: {told}")])
    declaration = answer["declaration"]
    found = refusals(declaration, target)
    return Verdict(answer.get("name", ""), found, [] if found else list(notes(declaration, target)))
