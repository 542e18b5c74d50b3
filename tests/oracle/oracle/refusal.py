"""A rejection by the oracle: its reason and place."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Refusal:
    """One reason a declaration is refused: `rule` names our check, `row` the recorded server refusal."""

    rule: str
    row: str
    pointer: str
    message: str

    def as_json(self) -> dict:
        return asdict(self)

    def under(self, prefix: str) -> "Refusal":
        return Refusal(self.rule, self.row, prefix + self.pointer, self.message)


def child(pointer: str, *tokens) -> str:
    """The JSON Pointer of a member below `pointer`."""
    escaped = (str(token).replace("~", "~0").replace("/", "~1") for token in tokens)
    return "/".join([pointer, *escaped])
