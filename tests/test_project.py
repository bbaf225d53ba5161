"""The project's own files: the package that is built, the lock files, the pages at the root."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import rondel

ROOT = Path(__file__).parent.parent
LOCKS = ["requirements.lock", "dev.lock"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUNTIME = PROJECT["project"]["dependencies"]
EXTRAS = [name for names in PROJECT["project"]["optional-dependencies"].values() for name in names]


def pins(lock: str) -> dict[str, str]:
    """The version that a lock file gives each package."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9.-]+)==([^\s;]+)", text, re.MULTILINE))


def test_version_is_the_one_in_the_project_file() -> None:
    assert rondel.__version__ == PROJECT["project"]["version"]


def test_wheel_holds_the_whole_package_and_runs(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        archive.extractall(tmp_path / "unpacked")
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.suffix in {".py", ".json", ".typed"}
    }
    assert wanted <= packed
    start = "import sys; sys.path.insert(0, sys.argv[1]); import rondel; print(rondel.__file__)"
    said = subprocess.run(
        [sys.executable, "-I", "-c", start, str(tmp_path / "unpacked")],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert said.stdout.startswith(str(tmp_path))


@pytest.mark.parametrize(
    ("lock", "names"),
    [
        ("requirements.lock", RUNTIME),
        ("dev.lock", RUNTIME + EXTRAS + PROJECT["dependency-groups"]["dev"]),
    ],
)
def test_lock_satisfies_the_project_file(lock: str, names: list[str]) -> None:
    locked = pins(lock)
    for requirement in map(Requirement, names):
        assert requirement.specifier.contains(locked[requirement.name]), requirement


def test_development_lock_includes_the_runtime_lock() -> None:
    assert pins("requirements.lock").items() <= pins("dev.lock").items()


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_place_to_download_from(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_hashes(lock: str) -> None:
    entries = re.split(r"^(?=[a-z0-9])", (ROOT / lock).read_text(encoding="utf-8"), flags=re.M)[1:]
    assert len(entries) == len(pins(lock))
    assert all("--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_examples_in_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert examples
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
