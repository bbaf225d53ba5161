"""The document of the interface, held against what the server answers."""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator

from rondel.server.app import create_app
from rondel.server.protocol.refusals import RULES
from rondel.server.settings import Settings
from tests.pages import ROOT, refusals

Json = dict[str, Any]


@cache
def document() -> Json:
    """The document, as it is sent; making it takes seconds, so it is kept while sources stay."""
    file = ROOT / ".cache" / f"openapi-{_state_of_sources()}.json"
    if not file.exists():
        _keep(file, create_app(Settings()).openapi())
    document: Json = json.loads(file.read_text())
    return document


def _keep(file: Path, document: Json) -> None:
    """Writes the document in the place of those of other sources, for all processes at once."""
    file.parent.mkdir(exist_ok=True)
    for old in file.parent.glob("openapi-*.json"):
        old.unlink(missing_ok=True)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(document))
    draft.replace(file)


def _state_of_sources() -> str:
    """A short name for all that the document depends on."""
    digest = hashlib.sha256((ROOT / "dev.lock").read_bytes())
    for path in sorted((ROOT / "src" / "rondel").rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def operations() -> dict[tuple[str, str], Json]:
    """Method and path of everything one may ask for."""
    return {
        (method.upper(), path): operation
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


@cache
def rules() -> dict[str, set[str]]:
    """The codes of the rules."""
    return refusals()


# Messages -----------------------------------------------------------------------------------


def _closed(schema: Json) -> Json:
    """The schema of an object that has no other fields, unless it says so."""
    return {"additionalProperties": False, **schema} if "properties" in schema else schema


@cache
def _validator(reference: str) -> Draft202012Validator:
    schemas = document()["components"]["schemas"]
    known = {name: _closed(schema) for name, schema in schemas.items()}
    return Draft202012Validator({"$ref": reference, "components": {"schemas": known}})


def check_message(value: Any, name: str) -> None:
    """A value is what the document calls by this name, with nothing else in it."""
    _validator(f"#/components/schemas/{name}").validate(value)


# Answers ------------------------------------------------------------------------------------


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The paths, those without parameters first."""
    paths = sorted(document()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]


def _operation(request: httpx.Request) -> Json | None:
    """What a request asked for; None if there is nothing like it."""
    for pattern, path in _patterns():
        if pattern.fullmatch(request.url.path):
            return operations().get((request.method, path))
    return None


async def check_answer(answer: httpx.Response) -> None:
    """An answer is as the document says; to be called for every answer in the tests."""
    operation = _operation(answer.request)
    if operation is None:
        return
    told = operation["responses"][str(answer.status_code)]
    await answer.aread()
    if answer.is_error:
        check_message(answer.json(), "ErrorAnswer")
        check_code(answer.json()["error"]["code"], told["description"])
    for content in told.get("content", {}).values():
        if "$ref" in content.get("schema", {}):
            _validator(content["schema"]["$ref"]).validate(answer.json())


def check_code(code: str, described: str) -> None:
    """A refusal is one that the document has at this place."""
    assert f"`{code}`" in described or (RULES in described and code in rules()), code
