"""No rule is idle: with it every case of its folder is accepted, without it the oracle refuses one."""

import pytest

from oracle import TARGETS, program, refusals_request, specs

CODES = [rule["code"] for rule in program.rules()]
# Shortens what is accepted either way: it spares the model a choice that is none.
SHORTENS = {"GS063"}


def refused(case, target: str, *flags: str) -> list:
    written = case.read_bytes().decode("utf-8", "surrogatepass")
    answer = program.transform(written, target, "--emit", "declarations", *flags)
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
            assert refused(case, target, *specs.mode_flags(folder)) == [], case.name


@pytest.mark.parametrize("code", [code for code in CODES if code not in SHORTENS])
def test_without_the_rule_a_case_is_refused(code):
    folder = specs.folder_of(code)
    flags = [*specs.mode_flags(folder), "--disable", code]
    assert any(refused(case, target, *flags) for case in specs.cases(folder) for target in TARGETS)


def test_every_folder_belongs_to_a_rule():
    assert [folder.name.split("-")[0] for folder in specs.folders()] == sorted(CODES)
