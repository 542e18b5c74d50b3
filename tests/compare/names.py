"""The parameters that a schema names: the *visible* of docs/FIDELITY.md, over any declaration."""

from urllib.parse import unquote

from oracle.json_schema import types
from oracle.schema import canonical, members

# Keywords whose schemas say more of the same parameter, or of the elements that stand for it; of a declaration those
# that its schema field reads.
IN_PLACE = {
    "original": ("items", "prefixItems", "anyOf", "oneOf", "allOf"),
    "parametersJsonSchema": ("items", "prefixItems", "anyOf", "oneOf"),
    "parameters": ("items", "anyOf"),
}
DEPTH = 6
MOST = 20_000


class Names:
    """A schema, read as the original or as what a schema field holds. `spelling` are original names by wire name, and
    `wrappers` the members that only wrap another value."""

    def __init__(self, root, field: str, spelling: dict | None = None, wrappers: frozenset = frozenset()):
        self.root, self.field, self.spelling, self.wrappers = root, field, spelling or {}, wrappers
        self.is_recursive = False
        self.paths = self._paths()
        self.pairs = self._pairs()

    def shown(self, original: "Names") -> tuple[int, int]:
        """How many of the original's parameters are named here, and how many there are: each below the parameter that
        holds it, those of a recursive tool by all the names that lead to them."""
        wanted, held = (original.paths, self.paths) if original.is_recursive else (original.pairs, self.pairs)
        return len(wanted & held), len(wanted)

    def _pairs(self) -> set:
        found, followed = set(), set()
        pending = [(self.root, "")]
        while pending:
            schema, parent = pending.pop()
            for name, below in self._members(schema):
                if name in self.wrappers:
                    pending.append((below, parent))
                name = self.spelling.get(name, name)
                found.add((parent, name))
                pending.append((below, name))
            pending.extend((more, parent) for more in self._in_place(schema))
            reference, target = self._reference(schema)
            if reference is not None and (reference, parent) not in followed:
                followed.add((reference, parent))
                pending.append((target, parent))
        return found

    def _paths(self) -> set:
        found: set = set()
        level = {(): ([self.root], frozenset())}
        for _ in range(DEPTH):
            below: dict = {}
            for path, (schemas, followed) in level.items():
                schemas, followed = self._spread(schemas, followed)
                for schema in schemas:
                    for name, member in self._members(schema):
                        held, seen = below.get((*path, self.spelling.get(name, name)), ([], frozenset()))
                        below[(*path, self.spelling.get(name, name))] = ([*held, member], seen | followed)
            found.update(list(below)[: MOST - len(found)])
            level = below
            if len(found) >= MOST:
                break
        return found

    def _spread(self, schemas: list, followed: frozenset) -> tuple:
        """All schemas of the same parameter, and the references that led to them."""
        schemas, here = list(schemas), set()
        for schema in schemas:
            schemas.extend(self._in_place(schema))
            schemas.extend(below for name, below in self._members(schema) if name in self.wrappers)
            reference, target = self._reference(schema)
            if reference is not None and reference not in here:
                here.add(reference)
                self.is_recursive |= reference in followed
                schemas.append(target)
        return schemas, followed | here

    def _fields(self, schema) -> dict:
        if not isinstance(schema, dict):
            return {}
        return canonical(schema) if self.field == "parameters" else schema

    def _members(self, schema) -> list:
        fields = self._fields(schema)
        if not _may_be(fields, "object"):
            return []
        return [(name, below) for name, below in members(fields).items() if not _takes_nothing(below)]

    def _in_place(self, schema) -> list:
        fields, found = self._fields(schema), []
        for keyword in IN_PLACE[self.field]:
            if keyword in fields and (not keyword.endswith("tems") or _may_be(fields, "array")):
                held = fields[keyword]
                found.extend(held if isinstance(held, list) else [held])
        return found

    def _reference(self, schema) -> tuple:
        """The reference of a node and where it leads; no reference if it leads nowhere."""
        reference = self._fields(schema).get("ref" if self.field == "parameters" else "$ref")
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None, None
        held = self.root
        for token in unquote(reference[1:]).split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            if isinstance(held, list) and token.isdigit() and int(token) < len(held):
                held = held[int(token)]
            elif isinstance(held, dict) and token in held:
                held = held[token]
            else:
                return None, None
        return reference, held


def _may_be(fields: dict, kind: str) -> bool:
    kinds = types(fields)
    return not kinds or any(one.lower() == kind for one in kinds)


def _takes_nothing(schema) -> bool:
    return schema is False or (isinstance(schema, dict) and schema.get("not") in (True, {}))


def spelling(codec: dict) -> tuple[dict, frozenset]:
    """How a codec spells members on the wire: original names, and wrappers."""
    names, wrappers = {}, set()
    pending = [codec.get("arguments"), *codec.get("definitions", {}).values()]
    while pending:
        code = pending.pop()
        [(kind, held)] = code.items() if isinstance(code, dict) else [(code, None)]
        if kind == "object":
            rest = held.get("rest")
            names.update(held.get("names", {}))
            wrappers.update([rest["member"]] if rest else [])
            pending.extend([*held.get("properties", {}).values(), (rest or {}).get("value")])
        elif kind == "array":
            pending.append(held)
        elif kind == "union":
            pending.extend(branch.get("code") for branch in held)
        elif kind in ("entries", "member"):
            wrappers.update([held["name"]] if kind == "member" else [])
            pending.append(held.get("value"))
        elif kind == "tuple":
            wrappers.update([*held["members"], *([held["rest"]] if "rest" in held else [])])
            pending.extend(held.get("codes", {}).values())
    return names, frozenset(wrappers)
