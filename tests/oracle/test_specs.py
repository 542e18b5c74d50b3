"""No rule is idle: with it every case of its folder is accepted, without it the oracle refuses one."""

import pytest

from oracle import TARGETS, program, refusals_request, specs

CODES = [rule["code"] for rule in program.rules()]


def written(case) -> str:
    return case.read_bytes().decode("utf-8", "surrogatepass")


def refused(document: str, target: str, *flags: str) -> list:
    answer = program.transform(document, target, "--emit", "declarations", *flags)
    if (body := program.request(answer)) is not None:
        return refusals_request(body, target)
    declarations = program.declarations(answer)
    if not declarations:
        return []
    return refusals_request({"tools": [{"functionDeclarations": declarations}]}, target)


@pytest.mark.parametrize("code", CODES)
def test_every_case_is_accepted(code):
    folder = specs.folder_of(code)
    for case in specs.cases(folder):
        for target in TARGETS:
            assert refused(written(case), target, *specs.mode_flags(folder)) == [], case.name


@pytest.mark.parametrize("code", CODES)
def test_strict_tools_after_the_json_schema_door(code):
    """What was made for the one door may go on through the other."""
    folder = specs.folder_of(code)
    flags = specs.mode_flags(folder)
    for case in specs.cases(folder):
        first = program.transform(written(case), "gemini-json-schema", "--emit", "declarations", *flags)
        assert refused(first, "openai-strict", *flags) == [], case.name


@pytest.mark.parametrize("code", CODES)
def test_without_the_rule_a_case_is_refused(code):
    folder = specs.folder_of(code)
    flags = [*specs.mode_flags(folder), "--disable", code]
    assert any(refused(written(case), target, *flags) for case in specs.cases(folder) for target in TARGETS)


def test_the_oracle_knows_every_target():
    assert list(TARGETS) == [target["id"] for target in program.targets()]


def test_every_folder_belongs_to_a_rule():
    assert [folder.name.split("-")[0] for folder in specs.folders()] == sorted(CODES)
