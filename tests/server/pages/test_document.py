"""The document of the interface: complete, exact, and good to make programs of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from jsonschema_rs import Draft202012Validator

from rondel.engine import KINDS, SNAPSHOT_KEYS, TITLES
from rondel.engine.shapes import DecisionKind, Snapshot
from rondel.records import LANGUAGES
from rondel.server.pages.document import TAGS
from rondel.server.protocol.base import GameId, Language
from tests.server.documented import Json, document, operations

SCHEMAS: dict[str, Json] = document()["components"]["schemas"]

each_operation = pytest.mark.parametrize("key", operations(), ids=" ".join)
each_schema = pytest.mark.parametrize("name", SCHEMAS)


# Operations ---------------------------------------------------------------------------------


@each_operation
def test_operation_is_told_in_sentences(key: tuple[str, str]) -> None:
    operation = operations()[key]
    assert re.fullmatch(r"[A-Z][^.]*\w\??", operation["summary"])
    assert re.fullmatch(r"[A-Z].*\.", operation["description"], re.DOTALL)
    assert [*operation["tags"]] == [tag for tag in TAGS if tag in operation["tags"]]


@each_operation
def test_parameters_of_operation_are_described(key: tuple[str, str]) -> None:
    for parameter in operations()[key].get("parameters", []):
        assert parameter["description"].endswith("."), parameter["name"]


@each_operation
def test_who_needs_a_name_is_told_so_in_both_ways(key: tuple[str, str]) -> None:
    operation = operations()[key]
    needs = "`identity/nobody`" in operation["responses"]["401"]["description"]
    ways = operation.get("security", [{}])
    assert needs == ({} not in ways)
    in_person = "`identity/not_by_token`" in operation["responses"]["403"]["description"]
    assert in_person == (ways == [{"cookie": []}])


def test_names_of_operations_are_short_and_each_stands_for_one() -> None:
    names = [operation["operationId"] for operation in operations().values()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+){0,2}", name) for name in names)


def test_operations_stand_in_the_order_of_their_tags() -> None:
    order = [list(TAGS).index(operation["tags"][0]) for operation in operations().values()]
    assert order == sorted(order)
    assert [tag["name"] for tag in document()["tags"]] == list(TAGS)


def test_ways_to_show_who_one_is() -> None:
    assert set(document()["components"]["securitySchemes"]) == {"cookie", "token"}


# Messages -----------------------------------------------------------------------------------


@each_schema
def test_message_is_described_with_all_its_fields(name: str) -> None:
    schema = SCHEMAS[name]
    assert re.fullmatch(r"[A-Z].*\.", schema["description"], re.DOTALL)
    for field, told in schema.get("properties", {}).items():
        explains_itself = "const" in told or "$ref" in told
        assert explains_itself or told["description"].endswith("."), field


@each_schema
def test_examples_are_valid(name: str) -> None:
    whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    for example in SCHEMAS[name].get("examples", []):
        Draft202012Validator(whole).validate(example)
    for field in SCHEMAS[name].get("properties", {}).values():
        for part in parts_of(field):
            for example in part.get("examples", []):
                Draft202012Validator({**part, "components": {"schemas": SCHEMAS}}).validate(example)


def parts_of(value: Any) -> Iterator[Json]:
    """A value and all that is in it, as far as these are objects."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            yield from parts_of(part)


def test_every_message_is_used_somewhere() -> None:
    used = {part["$ref"].rpartition("/")[2] for part in parts_of(document()) if "$ref" in part}
    assert set(SCHEMAS) - used == {"LiveSent"}


def test_references_lead_to_messages() -> None:
    used = {part["$ref"].rpartition("/")[2] for part in parts_of(document()) if "$ref" in part}
    assert used <= set(SCHEMAS)


def test_words_of_the_game_are_those_of_the_engine() -> None:
    assert get_args(DecisionKind) == KINDS
    assert tuple(Snapshot.__annotations__) == SNAPSHOT_KEYS
    assert set(get_args(GameId)) == set(TITLES)
    assert get_args(Language) == LANGUAGES
