"""`python -m oracle --target gemini < answers.jsonl`: a verdict a line, then the counts."""

import argparse
import json
import sys
from collections import Counter

from . import TARGETS, judge


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m oracle", description=__doc__)
    options.add_argument("--target", choices=TARGETS, default="gemini")
    target = options.parse_args().target
    counts: Counter = Counter()
    by_rule: Counter = Counter()
    doubts: Counter = Counter()
    for line in sys.stdin:
        verdict = judge(line, target)
        counts["accepted" if verdict.accepted else "refused"] += 1
        by_rule.update({refusal.rule for refusal in verdict.refusals})
        doubts.update({number for number, _ in verdict.notes})
        reasons = [refusal.as_json() for refusal in verdict.refusals]
        print(json.dumps({"name": verdict.name, "accepted": verdict.accepted, "refusals": reasons}))
    summary = {
        "target": target,
        "declarations": counts.total(),
        "accepted": counts["accepted"],
        "refused": counts["refused"],
        "refused_by_rule": dict(by_rule.most_common()),
        "counted_only": dict(sorted(doubts.items())),
    }
    print(json.dumps({"summary": summary}))
    return 1 if counts["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
