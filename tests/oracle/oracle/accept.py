"""Accepted or refused: every stage over one declaration, a request, or a line of text."""

from dataclasses import dataclass, field

from . import genai_types, protos, rules, schema, text
from .notes import notes
from .refusal import Refusal, child

# Deeper JSON is refused before it reaches code that recurses; every limit of the server lies below.
MAX_JSON_DEPTH = 100


def refusals(declaration, target: str) -> list[Refusal]:
    """All that speaks against one function declaration."""
    if not isinstance(declaration, dict):
        return [Refusal("parse", "", "", "a declaration is an object")]
    if text.depth(declaration) > MAX_JSON_DEPTH:
        return [Refusal("20", "P-too-deep", "", "nested beyond every limit")]
    found = [
        *text.refusals(declaration),
        *protos.refusals(declaration, target),
        *genai_types.refusals(declaration),
        *rules.function_name(declaration),
        *rules.one_door(declaration),
        *_door(declaration),
    ]
    parameters = declaration.get("parameters")
    if isinstance(parameters, dict):
        found.extend(_schema_refusals(parameters, target))
    return found


def refusals_request(body: dict, target: str) -> list[Refusal]:
    """All that speaks against the tools of a request body."""
    found = list(rules.request(body))
    for at, declarations in rules.declaration_lists(body):
        for index, declaration in enumerate(declarations):
            found.extend(one.under(child(at, index)) for one in refusals(declaration, target))
    return found


def _door(declaration: dict):
    if "parametersJsonSchema" in declaration:
        yield Refusal("strict", "", "/parametersJsonSchema", "these targets speak `parameters`")


def _schema_refusals(parameters: dict, target: str):
    for node in schema.walk(parameters, "/parameters"):
        checks = rules.NODE_RULES if node.pointer != "/parameters" else [*rules.ROOT_RULES, *rules.NODE_RULES]
        for check in checks:
            if target in check.targets:
                yield from check.refusals(node)


@dataclass
class Verdict:
    """What became of one tool."""

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
    return Verdict(answer.get("name", ""), found, [] if found else list(notes(declaration)))
