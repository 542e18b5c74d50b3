"""Schemas that need themselves: no value can end them."""

from typing import Callable, Iterable, Iterator


def loops(schemas: Iterable[dict], needs: Callable[[dict], Iterable]) -> Iterator[dict]:
    """One schema of each loop, where `needs` tells which schemas a value of a schema cannot do without."""
    done: set[int] = set()
    for start in schemas:
        if id(start) not in done:
            yield from _from(start, needs, done)


def _from(start: dict, needs, done: set[int]) -> Iterator[dict]:
    """Goes down from one schema, in depth first order and without recursion."""
    above = {id(start)}
    path = [(start, _objects(needs(start)))]
    while path:
        schema, rest = path[-1]
        following = next(rest, None)
        if following is None:
            path.pop()
            above.discard(id(schema))
            done.add(id(schema))
        elif id(following) in above:
            yield following
        elif id(following) not in done:
            above.add(id(following))
            path.append((following, _objects(needs(following))))


def _objects(schemas: Iterable) -> Iterator[dict]:
    return (schema for schema in schemas if isinstance(schema, dict))
