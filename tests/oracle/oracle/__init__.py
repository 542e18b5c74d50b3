"""A strict offline judge of function declarations and response schemas, built on the vendors' own packages."""

from .accept import JUDGES, Verdict, judge, notes, refusals, refusals_request, response_refusals
from .refusal import Refusal
from .rules import most_declarations

TARGETS = tuple(JUDGES)

__all__ = [
    "TARGETS",
    "Refusal",
    "Verdict",
    "judge",
    "most_declarations",
    "notes",
    "refusals",
    "refusals_request",
    "response_refusals",
]
