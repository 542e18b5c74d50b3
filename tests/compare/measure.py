"""`python measure.py FOLDER SET`: what the declarations of every row keep of the tools of a set, as JSON by row.

FOLDER/SET.jsonl has the tools, FOLDER/SET/ROW.jsonl what each row answered. A tool is *accepted* if the oracle takes its
declaration, *complete* if that names every parameter besides, *exact* if no call is gained or lost besides.
"""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from kept import Declared, Original
from names import Names, spelling
from oracle import refusals

SECONDS = 20
FIELDS = {"parameters_json_schema": "parametersJsonSchema"}
# Not known to be rejected by the API itself: rules stricter than the evidence, and a client's own types.
OF_OTHERS = ("strict", "google-genai")
HERE = Path(__file__).resolve().parent


@cache
def _lapidary() -> subprocess.Popen:
    """Restores and encodes calls; ends with this process, whose pipes close."""
    command = [os.environ.get("COMPARE_NODE", "node"), str(HERE / "lapidary.mjs"), "calls"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _calls(answer: dict, name: str, restore: list, encode: list) -> tuple[list, list]:
    """Calls restored and encoded; of packages that have no codec, as they are."""
    codec = answer.get("codec")
    if not codec:
        return restore, encode
    program = _lapidary()
    declared = answer["declaration"]["name"]
    asked = {"codec": codec, "name": name, "declared": declared, "restore": restore, "encode": encode}
    program.stdin.write(json.dumps(asked) + "\n")
    program.stdin.flush()
    told = json.loads(program.stdout.readline())
    return told["restore"], told["encode"]


def _late(*_):
    raise TimeoutError


def judged(work: tuple[dict, list[dict]]) -> list[dict]:
    """A tool, and the answer of each row: what is found of each."""
    tool, answers = work
    signal.signal(signal.SIGALRM, _late)
    original, names = _within(lambda: Original(tool["inputSchema"])), _within(lambda: Names(tool["inputSchema"], "original"))
    return [_found(tool, answer, original, names) for answer in answers]


def _within(work):
    """The result of `work`; None if it takes too long or fails."""
    signal.alarm(SECONDS)
    try:
        return work()
    except (TimeoutError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    finally:
        signal.alarm(0)


def _found(tool: dict, answer: dict, original, names) -> dict:
    total = len(names.paths if names.is_recursive else names.pairs) if names else 0
    known = {"judged": bool(original and original.samples)}
    if "declaration" not in answer:
        return known | {"causes": ["throws"], "message": answer["error"].split("\n")[0][:160], "visible": [0, total]}
    declaration = {FIELDS.get(key, key): value for key, value in answer["declaration"].items()}
    field = "parametersJsonSchema" if "parametersJsonSchema" in declaration else "parameters"
    against = [one for one in refusals(declaration, "auto") if not one.rule.startswith(OF_OTHERS)]
    found = known | {"field": field, "causes": sorted({f"{one.rule} {one.row}".strip() for one in against})}
    own, wrappers = spelling(_code(answer, declaration))
    shown = _within(lambda: Names(declaration.get(field), field, own, wrappers).shown(names)) if names else (0, 0)
    found["visible"] = list(shown or (0, total))
    found["complete"] = not against and found["visible"][0] == found["visible"][1]
    if found["complete"] and found["judged"]:
        # By what a model and a server make of it.
        found |= _within(lambda: _kept(tool, answer, declaration, field, original)) or {"gained": 0, "lost": 1}
    return found


def _code(answer: dict, declaration: dict) -> dict:
    return answer.get("codec", {}).get("tools", {}).get(declaration.get("name"), {})


def _kept(tool: dict, answer: dict, declaration: dict, field: str, original: Original) -> dict:
    declared = Declared(declaration, field, "codec" in answer)
    calls = [call for call in declared.calls() if isinstance(call, dict)]
    restored, encoded = _calls(answer, tool["name"], calls, original.samples)
    back, _ = _calls(answer, tool["name"], encoded, [])
    gained = sum(not original.takes(call) for call in restored)
    pairs = zip(original.samples, encoded, back)
    lost = sum(not declared.admits(wire) or again != sample for sample, wire, again in pairs)
    return {"gained": gained, "lost": lost}


def totals(found: list[dict]) -> dict:
    """The sums of a row."""
    causes = Counter(cause for one in found for cause in one["causes"])
    messages = Counter(one["message"] for one in found if "message" in one)
    comparable = [one for one in found if one["judged"]]
    named = [one for one in found if one["visible"][1]]
    return {
        "tools": len(found),
        "accepted": sum(not one["causes"] for one in found),
        "complete": sum(one.get("complete", False) for one in found),
        # Shares, not parameters: one recursive tool may have more of these than a thousand others.
        "visible": sum(one["visible"][0] / one["visible"][1] for one in named),
        "named": len(named),
        "judged": len(comparable),
        "exact": sum(one.get("gained") == 0 == one.get("lost") for one in comparable),
        "fields": dict(Counter(one["field"] for one in found if "field" in one)),
        "causes": dict(causes.most_common()),
        "messages": dict(messages.most_common(3)),
    }


def main(folder: str, name: str):
    tools = _lines(Path(folder, f"{name}.jsonl"))
    files = sorted(Path(folder, name).glob("*.jsonl"), key=lambda file: int(file.stem))
    rows = [_lines(file) for file in files]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(judged, zip(tools, map(list, zip(*rows))), chunksize=8))
    print(json.dumps({file.stem: totals(list(row)) for file, row in zip(files, zip(*found))}, indent=1))


def _lines(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line]


if __name__ == "__main__":
    main(*sys.argv[1:])
