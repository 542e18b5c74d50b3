"""The proxy between clients and servers: LAPIDARY_BIN is the program; the servers are those of tests/servers."""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "servers"), str(TESTS / "oracle")]
