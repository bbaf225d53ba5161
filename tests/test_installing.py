"""What is installed: packages that Python alone can build, and what they say of themselves.

Whole installations take minutes; those are for `./test --all`.
"""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import hatch_build
from rondel.compiled import engine_form
from tests.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NEEDED = ("sh", "env", "uname", "dirname", "rm", "cp", "mkdir")
"""Commands that every machine has."""


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The surroundings on a machine that has neither Node nor a C compiler."""
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in NEEDED:
        if found := shutil.which(name):
            (commands / name).symlink_to(found)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("RONDEL_")}
    return {**kept, "PATH": str(commands), "CC": ""}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files of the project as git has them, and nothing that was built."""
    target = tmp_path / "checkout"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file() and not name.startswith("tests/"):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


def build(what: str, folder: Path, surroundings: dict[str, str]) -> tuple[Path, str]:
    """Builds a package from the sources in `folder` alone; the file, and what was said."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", what, "-d", "made"]
    ran = subprocess.run(
        command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    [made] = (folder / "made").glob("*.tar.gz" if what == "sdist" else "*.whl")
    return made, ran.stderr


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.mark.long
def test_python_alone_builds_a_wheel_that_says_what_it_lacks(
    checkout: Path, bare: dict[str, str]
) -> None:
    wheel, said = build("wheel", checkout, bare)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in names_in(wheel) if name.startswith("rondel/server/web/")]
    assert "rondel/docs/index.md" in names_in(wheel)
    assert "there is no Node" in said
    assert "./play --setup-only" in said
    assert "there is no C compiler" in said


@pytest.mark.long
def test_what_is_published_lacks_nothing(checkout: Path, bare: dict[str, str]) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    surroundings = {**bare, "RONDEL_RELEASE": "1"}
    ran = subprocess.run(
        command, cwd=checkout, env=surroundings, capture_output=True, text=True, check=False
    )
    assert ran.returncode != 0
    assert "The package has no page for browsers" in ran.stderr


@pytest.mark.long
def test_source_archive_builds_a_wheel_with_the_page_from_its_own_files(
    tmp_path: Path, bare: dict[str, str]
) -> None:
    """No network, no Node: the page was built where the archive was made."""
    made = tmp_path / "archive"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(made)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    [archive] = made.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path / "unpacked", filter="data")
    [folder] = (tmp_path / "unpacked").iterdir()
    assert (folder / "web" / "package.json").exists()
    assert not (folder / "web" / "node_modules").exists()
    wheel, said = build("wheel", folder, bare)
    assert "rondel/server/web/index.html" in names_in(wheel)
    assert "no page" not in said


@pytest.mark.long
@pytest.mark.skipif(engine_form() == "plain", reason="there is no compiler")
def test_wheel_is_compiled_where_there_is_a_compiler(checkout: Path) -> None:
    surroundings = {**os.environ, "RONDEL_PURE": ""}
    wheel, _ = build("wheel", checkout, surroundings)
    assert [name for name in names_in(wheel) if name.startswith("rondel__mypyc.")]


# What an index is told ----------------------------------------------------------------------


def metadata(wheel: Path) -> email.message.Message:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("/METADATA")]
        return email.message_from_bytes(archive.read(name))


def text_of(told: email.message.Message) -> str:
    """What is told at length: the README."""
    text = told.get_payload()
    assert isinstance(text, str)
    return text


@pytest.mark.long
def test_readme_leads_home_or_nowhere(checkout: Path, bare: dict[str, str]) -> None:
    """On an index, a link into the repository would lead to nothing."""
    project = checkout / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    told = metadata(build("wheel", checkout, bare)[0])
    assert told["Project-URL"] is None
    assert re.findall(r"\]\((?!https?:|#)", text_of(told)) == []
    shutil.rmtree(checkout / "made")
    home = "https://example.org/rondel"
    project.write_text(text.replace('home = ""', f'home = "{home}"'), encoding="utf-8")
    told = metadata(build("wheel", checkout, bare)[0])
    urls = dict(url.split(", ") for url in told.get_all("Project-URL", []))
    assert urls["Changelog"] == f"{home}/blob/main/CHANGELOG.md"
    links = re.findall(r"\]\(([^)#]+)", text_of(told))
    assert f"{home}/blob/main/docs/api.md" in links
    assert all(link.startswith("http") for link in links)


@pytest.mark.parametrize(
    ("text", "files", "told"),
    [
        ("[a](docs/a.md#b)", "https://h/", "[a](https://h/docs/a.md#b)"),
        ("[a](docs/a.md)", "", "a"),
        ("[a](https://x/y) [b](#c)", "https://h/", "[a](https://x/y) [b](#c)"),
    ],
)
def test_links_elsewhere(text: str, files: str, told: str) -> None:
    assert hatch_build.readable_elsewhere(text, files) == told


def test_readme_tells_what_each_extra_brings() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert told == set(PROJECT["project"]["optional-dependencies"])


def test_pythons_are_the_same_everywhere() -> None:
    pythons = [
        line.rpartition(" ")[2]
        for line in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", line)
    ]
    wheels = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert wheels == [f"cp{python.replace('.', '')}-*" for python in pythons]
    workflow = (ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8")
    assert f"python: {pythons}".replace("'", '"') in workflow
    assert PROJECT["project"]["requires-python"] == f">={pythons[0]}"


def test_citation_names_the_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", text, re.MULTILINE)[1] == hatch_version()  # type: ignore[index]


def hatch_version() -> str:
    text = (ROOT / PROJECT["tool"]["hatch"]["version"]["path"]).read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)[1]  # type: ignore[index]
