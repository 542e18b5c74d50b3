"""Many tools in one run: `LAPIDARY_CORPUS` names a file of MCP tools, one a line; else the catalogue's own schemas."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from oracle import TARGETS, judge, program

CATALOGUE = program.ROOT / "crate" / "core" / "data" / "errors.json"
SCHEMA_KINDS = ("parameters", "parametersJsonSchema", "json_schema", "response_schema", "response_json_schema")


def corpus() -> list[str]:
    named = os.environ.get("LAPIDARY_CORPUS")
    if named:
        return [line for line in Path(named).read_text(encoding="utf-8").split("\n") if line.strip()]
    rows = json.loads(CATALOGUE.read_text())
    schemas = [row for row in rows if row["minimal_kind"] in SCHEMA_KINDS and row["minimal_schema"] is not None]
    return [
        json.dumps({"name": row["id"], "description": "d", "inputSchema": row["minimal_schema"]}) for row in schemas
    ]


@pytest.mark.parametrize("mode", ["drop-in", "round-trip"])
@pytest.mark.parametrize("target", TARGETS)
def test_every_tool_is_accepted(target, mode):
    lines = corpus()
    assert lines
    verdicts = [judge(answer, target) for answer in program.transform_tools(lines, target, "--mode", mode)]
    refused = [verdict for verdict in verdicts if not verdict.accepted]
    reasons = Counter(refusal.rule for verdict in refused for refusal in verdict.refusals)
    assert not refused, f"{len(refused)} of {len(lines)} refused: {dict(reasons)}; first: {refused[:3]}"
