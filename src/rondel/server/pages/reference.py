"""The document of the interface as a page, for whoever has nothing but the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from rondel.server.pages.html import Html, items, join, link, page, paragraphs, prose, table, tag

Json = dict[str, Any]

PATH: Final = "/api/openapi.json"

REFUSED: Final = "Refused: "
"""How the description of a refusal begins."""

USUAL: Final = "Successful Response"
"""The description of an answer that nobody has described."""

LIMITS: Final = (
    ("minLength", "maxLength", " characters"),
    ("minItems", "maxItems", ""),
    ("minimum", "maximum", ""),
)
"""What limits values from below and above, and in what they are counted."""


def reference_page(document: Json) -> str:
    """Everything in the document: the operations by tag, then the messages."""
    told = document["info"]
    title = f"{told['title']} {told['version']}: the interface"
    parts = [part_of(document, one) for one in document["tags"]]
    schemas = document["components"]["schemas"]
    messages = [message_of(name, schemas[name]) for name in sorted(schemas)]
    return page(
        title,
        tag("h1", title),
        paragraphs(told["description"]),
        tag("p", "For programs: ", link(PATH, "the same as an OpenAPI document"), "."),
        tag("nav", contents(document)),
        *parts,
        tag("section", tag("h2", "Messages", id="messages"), *messages),
    )


def operations(document: Json, part: str) -> Iterator[tuple[str, str, Json]]:
    """Method, path and operation of everything with a tag."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if part in operation["tags"]:
                yield method.upper(), path, operation


def contents(document: Json) -> Html:
    """Where everything is."""
    lines = [
        join(
            link(f"#{one['name']}", one["name"].capitalize()),
            items(
                *[
                    link(f"#{operation['operationId']}", operation["summary"])
                    for _, _, operation in operations(document, one["name"])
                ]
            ),
        )
        for one in document["tags"]
    ]
    return items(*lines, link("#messages", "Messages"))


def part_of(document: Json, told: Json) -> Html:
    """A part of the interface."""
    name = told["name"]
    heading = tag("h2", name.capitalize(), id=name)
    found = [operation_of(*one) for one in operations(document, name)]
    return tag("section", heading, paragraphs(told["description"]), *found)


# Operations ---------------------------------------------------------------------------------


def operation_of(method: str, path: str, operation: Json) -> Html:
    """What one asks for, and what one is answered."""
    return tag(
        "article",
        tag("h3", operation["summary"], id=operation["operationId"]),
        tag("p", tag("code", f"{method} {path}"), f" {for_whom(operation)}"),
        paragraphs(operation["description"]),
        parameters_of(operation.get("parameters", [])),
        body_of(operation),
        answers_of(operation["responses"]),
    )


def for_whom(operation: Json) -> str:
    """Who may ask, as far as the document knows."""
    ways = operation.get("security", [{}])
    if {} in ways:
        return "for everybody"
    return "with cookie or token" if {"token": []} in ways else "with cookie only"


def parameters_of(parameters: list[Json]) -> Html:
    """What goes into the address."""
    if not parameters:
        return Html()
    rows = [
        (
            tag("code", one["name"]),
            one["in"],
            type_of(one["schema"]),
            prose(one["description"]),
        )
        for one in parameters
    ]
    return table(("parameter", "in", "type", "means"), *rows)


def body_of(operation: Json) -> Html:
    """What is sent."""
    if "requestBody" not in operation:
        return Html()
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return tag("p", "Body: ", type_of(schema), ".")


def answers_of(responses: Json) -> Html:
    """What comes back, refusals last."""
    answers = [answer_of(status, told) for status, told in responses.items() if not refuses(told)]
    refusals = [
        tag("li", status, ": ", prose(told["description"].removeprefix(REFUSED)))
        for status, told in sorted(responses.items())
        if refuses(told)
    ]
    folded = tag("details", tag("summary", "Refusals"), tag("ul", *refusals))
    return join(*answers, folded)


def refuses(told: Json) -> bool:
    """Whether an answer is a refusal."""
    return bool(told["description"].startswith(REFUSED))


def answer_of(status: str, told: Json) -> Html:
    """An answer that is no refusal."""
    found = [type_of(content["schema"]) for content in told.get("content", {}).values() if content]
    more = "" if told["description"] == USUAL else f" {told['description']}"
    return tag("p", f"Answer {status}: ", *found or ("nothing",), ".", prose(more))


# Messages -----------------------------------------------------------------------------------


def message_of(name: str, schema: Json) -> Html:
    """What a message is made of."""
    shown = [tag("pre", tag("code", written(one))) for one in schema.get("examples", [])]
    return tag(
        "article",
        tag("h3", tag("code", name), id=name),
        paragraphs(schema["description"]),
        fields_of(schema) if "properties" in schema else tag("p", type_of(schema)),
        *shown,
    )


def written(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def fields_of(schema: Json) -> Html:
    """The fields of an object."""
    required = schema.get("required", [])
    rows = [
        (
            tag("code", name),
            type_of(told),
            "" if name in required else "may be left out",
            prose(told.get("description", "")),
        )
        for name, told in schema["properties"].items()
    ]
    return table(("field", "type", "", "means"), *rows)


# Types --------------------------------------------------------------------------------------


def type_of(schema: Json) -> Html:
    """What values may be, in words, with links to messages."""
    usual = f", {json.dumps(schema['default'])} if left out" if "default" in schema else ""
    return join(kind_of(schema), *limits_of(schema), usual)


def limits_of(schema: Json) -> Iterator[str]:
    """How small and how large values may be."""
    for least, most, unit in LIMITS:
        if most in schema:
            yield f" ({schema.get(least, 0):.0f} to {schema[most]:.0f}{unit})"


def kind_of(schema: Json) -> Html:
    """The kind of values, without limits."""
    match schema:
        case {"$ref": reference}:
            name = reference.rpartition("/")[2]
            return link(f"#{name}", tag("code", name))
        case {"anyOf": kinds} | {"oneOf": kinds}:
            return listed([type_of(kind) for kind in kinds])
        case {"enum": values}:
            return listed([tag("code", json.dumps(value)) for value in values])
        case {"const": value}:
            return tag("code", json.dumps(value))
        case {"type": "array", "items": each}:
            return join("list of ", type_of(each))
        case {"type": "object", "additionalProperties": dict() as each}:
            return join("object of ", type_of(each))
        case {"type": kind}:
            return join(kind)
        case _:
            return join("anything")


def listed(kinds: list[Html]) -> Html:
    """One of several."""
    parts = [join(" or " if i else "", kind) for i, kind in enumerate(kinds)]
    return join(*parts)
