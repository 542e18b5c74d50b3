"""The rule folders of `tests/specs`: one folder a rule, one document a case."""

from pathlib import Path

from . import program

SPECS = program.ROOT / "tests" / "specs"


def folders() -> list[Path]:
    return sorted(folder for folder in SPECS.iterdir() if folder.is_dir())


def folder_of(code: str) -> Path:
    """The folder of one rule; a rule without one is an error."""
    found = list(SPECS.glob(f"{code}-*"))
    if len(found) != 1:
        raise LookupError(f"{code} has {len(found)} folders in {SPECS}")
    return found[0]


def cases(folder: Path) -> list[Path]:
    """The inputs; what the engine answers stands beside them as `*.answers`."""
    return sorted(folder.glob("*.json"))
