"""The command line works whatever of its packages is installed, and says which one to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.samples import some

WITHOUT = """if True:
    import sys
    from importlib.abc import MetaPathFinder

    class Missing(MetaPathFinder):
        def find_spec(self, name, path, target=None):
            if name.partition(".")[0] == sys.argv[1]:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    sys.meta_path.insert(0, Missing())
    from rondel.cli import main

    sys.exit(main(sys.argv[2:]))
"""
FOR_SERVERS = (
    "pydantic", "greenlet", "sqlalchemy", "fastapi", "aiosqlite", "alembic", "argon2", "asyncpg",
    "httptools", "itsdangerous", "orjson", "pebble", "prometheus_client", "uvicorn", "websockets",
)  # fmt: skip


def run_without(package: str, *arguments: str) -> tuple[int, str, str]:
    """Runs a command where a package is missing: exit status, output, errors."""
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("package", some(["pydantic", "typer", "rich", "numpy"]))
def test_version_is_told_whatever_is_missing(package: str) -> None:
    status, told, error = run_without(package, "--version")
    assert (status, error) == (0, "")
    assert told.startswith("rondel ")


@pytest.mark.long
@pytest.mark.parametrize("package", some(FOR_SERVERS[1:], always=2))
def test_command_for_servers_says_what_to_install(package: str) -> None:
    status, _, error = run_without(package, "doctor", "--database", "nowhere.sqlite3")
    assert status == 2
    assert error == (
        "rondel: the server needs packages that are not installed: pip install 'rondel[server]'\n"
    )


@pytest.mark.parametrize("package", some(["typer", "pydantic", "markdown_it"], always=1))
def test_command_says_that_the_command_line_is_incomplete(package: str) -> None:
    status, _, error = run_without(package, "docs", "site")
    assert status == 2
    assert error.startswith(f"rondel: {package}")
    assert error.endswith("is missing: pip install rondel brings what the commands need\n")


@pytest.mark.long
def test_shells_can_complete_commands_and_options() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "import sys; from rondel.cli import main; sys.exit(main())"],
        env={"_RONDEL_COMPLETE": "complete_bash", "COMP_WORDS": "rondel ar", "COMP_CWORD": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stdout.split() == ["arena"]
