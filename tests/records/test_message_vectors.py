"""The messages that the records and the page must say alike.

`web/tests/message-vectors.test.ts` reads the same file for the formatter of the page.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rondel.records.icu import MessageError, format_message, parse
from rondel.records.words import LANGUAGES

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "messages.json").read_text()
)


@pytest.mark.parametrize("vector", VECTORS["said"], ids=lambda vector: vector["text"])
def test_message_says_the_same_as_on_the_page(vector: dict[str, Any]) -> None:
    said = format_message(vector["message"], vector["language"], vector["values"])
    assert said == vector["text"]


@pytest.mark.parametrize("message", VECTORS["refused"])
def test_message_that_the_page_cannot_read_is_refused(message: str) -> None:
    with pytest.raises(MessageError):
        parse(message)


def test_every_language_has_vectors() -> None:
    assert {vector["language"] for vector in VECTORS["said"]} == set(LANGUAGES)
