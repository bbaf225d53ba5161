"""The documentation is complete and true.

Everything public is described, every link leads somewhere, every example runs. In a page, the
`python` blocks share one namespace and run in order; a `text` block directly below one is what it
prints. In `console` blocks the commands of `rondel` run, and lines below one are what it prints,
with `…` for anything. `diff` and `py` blocks are the worked example of a rule option, which is
carried out on a copy of the source.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rondel
import rondel.engine
import rondel.records
from rondel.engine import (
    CHOICES,
    DRAWS,
    KIND_OF,
    KINDS,
    SNAPSHOT_KEYS,
    TITLES,
    Event,
    payments,
)
from rondel.records import dumps, loads
from tests.cli.running import runner
from tests.pages import (
    ROOT,
    blocks,
    described,
    refusals,
    rows,
    section,
    squeezed,
    text_of,
    without_code,
    without_fences,
    words,
)

DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", *DOCS]


def named(path: Path) -> str:
    return path.name


# Public names -------------------------------------------------------------------------------


MODULES = {"rondel": rondel, "rondel.engine": rondel.engine, "rondel.records": rondel.records}
PUBLIC = [(package, name) for package, module in MODULES.items() for name in module.__all__]


@pytest.mark.parametrize(("package", "name"), PUBLIC)
def test_public_name_is_described_with_its_signatures(package: str, name: str) -> None:
    told = section(text_of("api.md"), f"`{name}`")
    wanted = described(package, name)
    given = [re.sub(r"\n +", " ", block.code) for block in blocks(told, "text")]
    lines = {squeezed(line) for code in given for line in code.splitlines()}
    assert lines - {wanted.constructor} == wanted.signatures
    assert wanted.attributes - set(words(without_code(told))) == set()


def test_page_on_python_describes_only_what_is_there() -> None:
    headings = re.findall(r"^### `(\w+)`$", text_of("api.md"), re.MULTILINE)
    assert sorted(headings) == sorted({name for _, name in PUBLIC})


def test_page_on_python_says_where_names_come_from() -> None:
    listed = {words(row[0])[0]: set(words(row[1])) for row in rows(text_of("api.md"), "package")}
    listed["rondel.engine"] |= listed["rondel"] - {"load", "save"}
    for package, module in MODULES.items():
        assert listed[package] - {"load", "save"} == set(module.__all__) - {"load", "save"}


# Events, codes, options, ids ----------------------------------------------------------------


def sample(kind: type[Event], answers: dict[str, Any]) -> Event:
    """An event whose texts are the names of its fields and whose numbers are their places."""
    values: list[Any] = []
    for place, field in enumerate(fields(kind), 1):
        number = str(field.type) == "int"
        values.append(answers.get(field.name, place if number else field.name))
    return kind(*values)


def money(kind: type[Event]) -> set[tuple[str, str, str]]:
    """Payer, payee and amount of all payments a kind of event can stand for, by field names."""
    names = [field.name for field in fields(kind)]
    found: set[tuple[str, str, str]] = set()
    for payer, kept in product(("treasury", "bank"), (True, False)):
        answers = {"payer": payer, "from_treasury": kept}
        given = {name: value for name, value in answers.items() if name in names}
        for paid in payments(sample(kind, given)):
            found.add((paid.payer, paid.payee, names[paid.amount - 1]))
    return found


def test_every_event_is_described_with_fields_and_payments() -> None:
    told = {words(row[0])[0]: row for row in rows(text_of("contract.md"), "event")}
    assert set(told) == set(KIND_OF.values())
    for kind, name in KIND_OF.items():
        assert words(told[name][1]) == [field.name for field in fields(kind)], name
        paid = re.findall(r"`([^`]+)` → `([^`]+)`: `([^`]+)`", told[name][2])
        assert set(paid) == money(kind), name


def test_every_refusal_is_described_with_its_clauses() -> None:
    told = {words(row[0])[0]: row[1] for row in rows(text_of("contract.md"), "code")}
    assert {code: set(clauses.split(", ")) for code, clauses in told.items()} == refusals()


def test_clauses_that_are_cited_exist() -> None:
    rules = text_of("rules.md")
    known = set(re.findall(r"^- \*\*([RI]-[A-Z0-9-]+)\*\*", rules, re.MULTILINE))
    known |= {row[0] for row in rows(rules, "id")} | {row[0] for row in rows(rules, "#")}
    cited = {clause for clauses in refusals().values() for clause in clauses}
    for page in DOCS:
        text = page.read_text(encoding="utf-8")
        cited |= set(re.findall(r"\b(?:R-[A-Z]{3}-\d+|[AD]-\d\d|I-\d+)\b", text))
    assert cited - known == set()


def test_every_decision_is_described() -> None:
    told = [words(row[1])[0] for row in rows(text_of("rules.md"), "#", "decision")]
    assert tuple(told) == KINDS


def written(value: object) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def test_every_option_is_described_with_values_and_defaults() -> None:
    told = {words(row[0])[0]: row for row in rows(text_of("rule-options.md"), "option")}
    assert set(told) == {*CHOICES, *DRAWS}
    usual = [title.options({"investor_card": False}).to_json() for title in TITLES.values()]
    for defaults in usual:
        defaults["investor_card"] = CHOICES["investor_card"][0]
    for option, values in CHOICES.items():
        assert words(told[option][1]) == [written(value) for value in values]
        shown = [f"`{written(known[option])}`" if option in known else "–" for known in usual]
        assert told[option][2:4] == shown, option


def test_every_block_of_action_ids_is_described() -> None:
    told = rows(text_of("bots.md"), "block")
    tables = [TITLES[game].table for game in ("imperial2030", "imperial")]
    for row in told:
        block, decision = words(row[0])[0], words(row[1])[0]
        for table, first in zip(tables, row[3:], strict=True):
            assert getattr(table, block) == int(first), block
            assert KINDS[table.kind_of(int(first))] == decision
    assert {words(row[1])[0] for row in told} == set(KINDS)
    for table in tables:
        assert f"{table.size:,}" in text_of("bots.md")


# Facts and consequences ---------------------------------------------------------------------


ELSEWHERE = ("choice", "next", "result", "unmoved", "values")
"""Keys of values that other pages describe, or the sentence that they are in."""


def fields_of(value: Any, ids: set[str]) -> set[str]:
    """The keys within a JSON value that are no ids of players, nations or canals."""
    if isinstance(value, list):
        return set().union(*[fields_of(part, ids) for part in value])
    if not isinstance(value, dict):
        return set()
    within = [fields_of(part, ids) for key, part in value.items() if key not in ELSEWHERE]
    return (set(value) - ids).union(*within)


def told_in_a_game(game: rondel.Game) -> list[Any]:
    """Facts, consequences, reasons and changes from the beginning of a game on."""
    told: list[Any] = []
    chance, before, events = random.Random(1), game.copy(), list[rondel.engine.Event]()
    for _ in range(400):
        told += [game.facts(), game.refused()]
        told += [game.consequences(action) for action in game.legal_actions()[:3]]
        events += game.apply(chance.choice(game.legal_actions()))
    return [*told, game.changes(before, events)]


def test_every_field_of_facts_consequences_and_changes_is_described() -> None:
    page = without_code(text_of("facts.md"))
    game = rondel.Game.new("imperial2030", ["ann", "bob", "cy"], seed=7)
    board = game.rules.board
    ids = {*game.players, *board.nation_ids, *[canal.id for canal in board.canals]}
    given = fields_of(told_in_a_game(game), ids)
    told = {word for row in rows(page, "key") for word in words(row[0])}
    assert given - set(words(page)) == set()
    assert told - given == set()


# Rule decisions and scenarios ---------------------------------------------------------------


def decisions() -> dict[str, str]:
    """Ruling -> what the page says about it."""
    parts = re.split(r"^### (A-\d\d) .*$", text_of("rule-decisions.md"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def sources_of_tests() -> str:
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return "\n".join([path.read_text(encoding="utf-8") for path in found])


def test_every_ruling_has_question_ruling_reason_and_test() -> None:
    listed = [row[0] for row in rows(text_of("rules.md"), "id", "question")]
    assert sorted(decisions()) == listed
    for ruling, text in decisions().items():
        points = re.findall(r"^- (\w+): .", text, re.MULTILINE)
        assert points == ["Question", "Ruling", "Reason", "Test"], ruling


def test_tests_named_by_rulings_exist() -> None:
    known = set(re.findall(r"^def (test_\w+)", sources_of_tests(), re.MULTILINE))
    for ruling, text in decisions().items():
        cited = words(text.split("- Test: ")[1])
        assert cited, ruling
        assert set(cited) <= known, ruling


def test_scenarios_cited_by_tests_exist() -> None:
    cited = set(re.findall(r"\b[SXFTQ]-\d[\dC]\d?\b", sources_of_tests()))
    told = text_of("scenarios.md")
    known = set(re.findall(r"^### ([SX]-\d+) ", told, re.MULTILINE))
    known |= {row[0] for row in rows(told, "id")}
    assert cited - known == set()


# Links and examples -------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, if they are the same on every site that shows it."""
    text = without_fences(page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", title).strip().lower() for title in titles]
    return {title.replace(" ", "-") for title in plain if "  " not in title}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    text = without_code(page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        goal = page.parent / path if path else page
        assert goal.is_file(), target
        assert not anchor or anchor in anchors(goal), target


def test_every_key_of_the_table_is_described() -> None:
    """The page on playing lists the keys as the page in the browser does."""
    shown = (ROOT / "web/src/learn/KeyList.svelte").read_text(encoding="utf-8")
    listed = re.findall(r'^    \[\[(.*)\], "keys', shown, re.MULTILINE)
    page = (ROOT / "docs/page.md").read_text(encoding="utf-8").split("\n## Keys\n")[1]
    described = re.findall(r"^\| (.*) \| ", page, re.MULTILINE)[2:]
    assert [re.findall(r"[^`\s]+", keys) for keys in described] == [
        re.findall(r'[^",\s]+|,(?=")', keys.replace('", "', '" "')) for keys in listed
    ]


def test_every_page_is_in_the_navigation() -> None:
    """The first page leads to all others, and `rondel docs` takes them from there in this order."""
    listed = re.findall(r"\]\(([\w-]+\.md)\)", section(text_of("index.md"), "Where to begin"))
    assert sorted(["index.md", *listed]) == [page.name for page in DOCS]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {}
    for block in blocks(page.read_text(encoding="utf-8"), "python"):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.code, page.name, "exec"), namespace)
        if block.output is not None:
            assert printed.getvalue() == block.output


INTERACTIVE = ("play", "serve")
"""Commands that need a person at the terminal, if only to end them."""


def commands(page: Path) -> list[tuple[str, str]]:
    """The commands of `rondel` shown on a page, with what they print if that is shown."""
    shown: list[tuple[str, str]] = []
    for block in blocks(page.read_text(encoding="utf-8"), "console"):
        for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            shown.append((command, printed))
    return shown


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=named)
def test_commands_run(page: Path, tmp_path: Path) -> None:
    run = runner(tmp_path)
    for command, printed in commands(page):
        program, *arguments = shlex.split(command)
        if program != "rondel" or arguments[0] in INTERACTIVE:
            continue
        ran = run(*arguments, env={"COLUMNS": "100"})
        assert ran.returncode == 0, (command, ran.stderr)
        if printed:
            pattern = re.escape(printed.strip()).replace("…", ".*")
            assert re.fullmatch(pattern, ran.stdout.strip(), re.DOTALL), (command, ran.stdout)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_json_is_json(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8"), "json"):
        json.loads(block.code)


def test_record_in_the_contract_replays_and_is_canonical() -> None:
    record = blocks(section(text_of("contract.md"), "Record"), "json")[0].code
    assert dumps(loads(record)) == record


def test_snapshot_in_the_contract_has_all_keys() -> None:
    shown = json.loads(blocks(section(text_of("contract.md"), "Snapshot"), "json")[0].code)
    assert tuple(shown) == SNAPSHOT_KEYS


# The worked example of a rule option --------------------------------------------------------


def patched(source: Path, diff: str) -> None:
    """Applies a hunk; what it finds must stand in the file exactly once."""
    header, _, hunk = diff.partition("@@\n")
    path = source / header.removeprefix("--- ").strip()
    lines = hunk.splitlines(keepends=True)
    old = "".join([line[1:] for line in lines if line[0] != "+"])
    new = "".join([line[1:] for line in lines if line[0] != "-"])
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.long
def test_worked_example_of_a_rule_option_works(tmp_path: Path) -> None:
    """The changes are made in a copy of the source, and the tests shown pass there."""
    unplain = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=unplain)
    (tmp_path / "tests").mkdir()
    for helper in (ROOT / "tests").glob("*.py"):
        shutil.copy(helper, tmp_path / "tests")
    shown = section(text_of("rule-options.md"), "How to add a rule option")
    for block in blocks(shown, "diff"):
        patched(tmp_path, block.code)
    [example] = blocks(shown, "py")
    test = tmp_path / "tests" / "test_example.py"
    test.write_text(example.code, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
