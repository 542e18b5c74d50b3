"""No rule is idle: with it every case of its folder is accepted, without it the oracle refuses one or doubts more."""

from collections import Counter

import pytest

from oracle import TARGETS, most_declarations, notes, program, refusals_request, specs

CODES = [rule["code"] for rule in program.rules()]
MODES = ("drop-in", "round-trip")
# Shortens what is accepted either way: it spares the model a choice that is none.
SHORTENS = {"GS063"}


def written(case) -> str:
    return case.read_bytes().decode("utf-8", "surrogatepass")


def transformed(document: str, target: str, *flags: str) -> str:
    return program.transform(document, target, "--emit", "declarations", *flags)


def refused(answer: str, target: str) -> list:
    """A request is judged as it is; a list of tools in requests of as many as one may hold."""
    if (body := program.request(answer)) is not None:
        return refusals_request(body, target)
    declarations, most = program.declarations(answer), most_declarations(target)
    requests = [declarations[start : start + most] for start in range(0, len(declarations), most)]
    return [
        refusal
        for held in requests
        for refusal in refusals_request({"tools": [{"functionDeclarations": held}]}, target)
    ]


def doubts(answer: str, target: str) -> Counter:
    """How often the oracle doubts what it accepts."""
    return Counter(number for one in program.declarations(answer) for number, _ in notes(one, target))


@pytest.mark.parametrize("code", CODES)
def test_every_case_is_accepted(code):
    for case in specs.cases(specs.folder_of(code)):
        for target in TARGETS:
            for mode in MODES:
                assert refused(transformed(written(case), target, "--mode", mode), target) == [], case.name


@pytest.mark.parametrize("code", CODES)
def test_strict_tools_after_the_json_schema_door(code):
    """The output for `gemini-json-schema` is valid input for `openai-strict`."""
    for case in specs.cases(specs.folder_of(code)):
        first = transformed(written(case), "gemini-json-schema")
        assert refused(transformed(first, "openai-strict"), "openai-strict") == [], case.name


@pytest.mark.parametrize("code", [code for code in CODES if code not in SHORTENS])
def test_without_the_rule_a_case_is_refused_or_doubted(code):
    assert any(
        needed(code, written(case), target, mode)
        for case in specs.cases(specs.folder_of(code))
        for mode in MODES
        for target in TARGETS
    )


def needed(code: str, document: str, target: str, mode: str) -> bool:
    """Without a rule what leaves is refused; without one that codes arguments it is at least doubted."""
    without = transformed(document, target, "--mode", mode, "--disable", code)
    if refused(without, target):
        return True
    if mode == "drop-in":
        return False
    held = transformed(document, target, "--mode", mode)
    return bool(doubts(without, target) - doubts(held, target))


def test_the_oracle_knows_every_target():
    assert list(TARGETS) == [target["id"] for target in program.targets()]


def test_every_folder_belongs_to_a_rule():
    assert [folder.name.split("-")[0] for folder in specs.folders()] == sorted(CODES)
