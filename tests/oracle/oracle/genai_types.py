"""A second opinion on names and kinds: the strict types of Google's own client."""

import warnings
from typing import Iterator

from google.genai import types
from pydantic import ValidationError

from .refusal import Refusal, child


def refusals(declaration: dict) -> Iterator[Refusal]:
    """The errors of `google-genai`; its warning about an unknown type counts as an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            types.FunctionDeclaration.model_validate(declaration)
        except ValidationError as problem:
            for error in problem.errors(include_url=False, include_input=False):
                row = "L-genai-py-extra" if error["type"] == "extra_forbidden" else ""
                yield Refusal("google-genai", row, child("", *error["loc"]), error["msg"])
        except (AttributeError, TypeError, UserWarning) as problem:
            yield Refusal("google-genai", "", "", str(problem))
