"""Only JSON that every database can keep comes through."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.server.errors import Refusal
from rondel.server.http.bodies import DEEPEST, LARGEST, read_json

KEEPABLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=0), inner),
    max_leaves=20,
)


def refusal(raw: bytes) -> Refusal:
    with pytest.raises(Refusal) as refused:
        read_json(raw)
    return refused.value


@pytest.mark.long
@given(KEEPABLE)
def test_json_is_read_as_it_was_written(value: object) -> None:
    assert read_json(json.dumps(value).encode()) == value
    assert read_json(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary())
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    with suppress(Refusal):
        read_json(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"name": }',
        b"name=Ann",
        b'"\xff"',
        '{"name": "Ann"}'.encode("utf-16"),
        b'\xef\xbb\xbf{"name": "Ann"}',
        b'"line\nbreak"',
        b"[NaN]",
        b"[Infinity]",
        b"[-Infinity]",
        b"1" * 5000,
    ],
)
def test_other_texts_are_not_json(raw: bytes) -> None:
    refused = refusal(raw)
    assert (refused.status, refused.code) == (400, "request/not_json")


@pytest.mark.parametrize("text", [r'"\u0000"', r'{"a\u0000": 1}', r'["\ud800"]', r'"x\udfffy"'])
def test_texts_that_no_database_keeps_are_refused(text: str) -> None:
    refused = refusal(text.encode())
    assert (refused.status, refused.code) == (422, "request/bad_text")


def test_whole_surrogate_pairs_and_escaped_backslashes_are_texts() -> None:
    assert read_json(rb'"\ud83d\ude00 \\u0000"') == "\N{GRINNING FACE} \\u0000"


@pytest.mark.parametrize("text", [str(2**63), str(-(2**63)), "1e999", "-1e999"])
def test_numbers_that_no_database_keeps_are_refused(text: str) -> None:
    refused = refusal(f'{{"seed": [{text}]}}'.encode())
    assert (refused.status, refused.code) == (422, "request/bad_number")


def test_depth_has_a_limit() -> None:
    assert read_json(b"[" * DEEPEST + b"1" + b"]" * DEEPEST)
    for depth in (DEEPEST + 1, 900, 30_000):
        refused = refusal(b'{"a":' * depth + b"1" + b"}" * depth)
        assert (refused.status, refused.code) == (422, "request/too_deep")
