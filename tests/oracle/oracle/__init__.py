"""A strict offline judge of Gemini function declarations, built on Google's own packages."""

from .accept import Verdict, judge, notes, refusals, refusals_request
from .refusal import Refusal

TARGETS = ("gemini", "gemini-api")

__all__ = ["TARGETS", "Refusal", "Verdict", "judge", "notes", "refusals", "refusals_request"]
