"""The document of the interface: complete, exact, and good to make programs of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

from jsonschema_rs import Draft202012Validator

from rondel.engine import KINDS, SNAPSHOT_KEYS, TITLES
from rondel.engine.shapes import DecisionKind, Snapshot
from rondel.records import LANGUAGES
from rondel.server.pages.document import TAGS
from rondel.server.protocol.base import GameId, Language
from tests.server.documented import Json, document, operations


def schemas() -> dict[str, Json]:
    """What messages consist of, by name."""
    named: dict[str, Json] = document()["components"]["schemas"]
    return named


# Operations ---------------------------------------------------------------------------------


def test_operations_are_told_in_sentences() -> None:
    for key, operation in operations().items():
        assert re.fullmatch(r"[A-Z][^.]*\w\??", operation["summary"]), key
        assert re.fullmatch(r"[A-Z].*\.", operation["description"], re.DOTALL), key
        assert [*operation["tags"]] == [tag for tag in TAGS if tag in operation["tags"]], key


def test_parameters_of_operations_are_described() -> None:
    for key, operation in operations().items():
        for parameter in operation.get("parameters", []):
            assert parameter["description"].endswith("."), (key, parameter["name"])


def test_who_needs_a_name_is_told_so_in_both_ways() -> None:
    for key, operation in operations().items():
        needs = "`identity/nobody`" in operation["responses"]["401"]["description"]
        ways = operation.get("security", [{}])
        assert needs == ({} not in ways), key
        in_person = "`identity/not_by_token`" in operation["responses"]["403"]["description"]
        assert in_person == (ways == [{"cookie": []}]), key


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


def test_messages_are_described_with_all_their_fields() -> None:
    for name, schema in schemas().items():
        assert re.fullmatch(r"[A-Z].*\.", schema["description"], re.DOTALL), name
        for field, told in schema.get("properties", {}).items():
            explains_itself = "const" in told or "$ref" in told
            assert explains_itself or told["description"].endswith("."), (name, field)


def test_examples_are_valid() -> None:
    known = {"components": {"schemas": schemas()}}
    for name, schema in schemas().items():
        whole = {"$ref": f"#/components/schemas/{name}", **known}
        for example in schema.get("examples", []):
            Draft202012Validator(whole).validate(example)
        for field in schema.get("properties", {}).values():
            check_examples_within(field, known)


def check_examples_within(value: Any, known: Json) -> None:
    """Examples anywhere inside of a value are valid where they stand."""
    for part in parts_of(value):
        for example in part.get("examples", []):
            Draft202012Validator({**part, **known}).validate(example)


def parts_of(value: Any) -> Iterator[Json]:
    """A value and all that is in it, as far as these are objects."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            yield from parts_of(part)


def test_every_message_is_used_somewhere() -> None:
    used = {part["$ref"].rpartition("/")[2] for part in parts_of(document()) if "$ref" in part}
    assert set(schemas()) - used == {"LiveSent"}


def test_references_lead_to_messages() -> None:
    used = {part["$ref"].rpartition("/")[2] for part in parts_of(document()) if "$ref" in part}
    assert used <= set(schemas())


def test_words_of_the_game_are_those_of_the_engine() -> None:
    assert get_args(DecisionKind) == KINDS
    assert tuple(Snapshot.__annotations__) == SNAPSHOT_KEYS
    assert set(get_args(GameId)) == set(TITLES)
    assert get_args(Language) == LANGUAGES
