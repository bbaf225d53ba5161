"""The project's own files: the package that is built, the lock files, the pages at the root."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import rondel
from rondel.compiled import engine_form

ROOT = Path(__file__).parent.parent
LOCKS = ["requirements.lock", "dev.lock", "build.lock", "web.lock"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUNTIME = PROJECT["project"]["dependencies"]
EXTRAS = [name for names in PROJECT["project"]["optional-dependencies"].values() for name in names]
DEVELOPMENT = [name for name in PROJECT["dependency-groups"]["dev"] if isinstance(name, str)]
BUILD = PROJECT["dependency-groups"]["build"]
WEB = PROJECT["dependency-groups"]["web"]


def pins(lock: str) -> dict[str, str]:
    """The version that a lock file gives each package."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9.-]+)==([^\s;]+)", text, re.MULTILINE))


def test_changelog_begins_with_what_the_version_holds() -> None:
    """Either this version is released, on a day, or what it will hold is still gathered."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.findall(r"^## (.+)$", text, re.MULTILINE)[0]
    released = rf"{re.escape(rondel.__version__)} \(\d{{4}}-\d\d-\d\d\)"
    assert first == "Unreleased" or re.fullmatch(released, first)


def built_wheel(folder: Path, pure: str) -> Path:
    """Builds the wheel into `folder`; a compiled one is made of what is compiled already."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    surroundings = {**os.environ, "RONDEL_PURE": pure}
    subprocess.run(build, cwd=ROOT, env=surroundings, capture_output=True, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def unpacked(wheel: Path) -> Path:
    """The folder with what a wheel installs."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(wheel.parent / "unpacked")
    return wheel.parent / "unpacked"


def form_in(folder: Path, pure: str = "") -> str:
    """The form of the engine that plays a game from an unpacked wheel and nothing else."""
    start = """if True:
        import sys
        sys.path.insert(0, sys.argv[1])
        import rondel
        game = rondel.Game.new("imperial2030", ["a", "b"], seed=1)
        game.apply(game.legal_actions()[0])
        assert rondel.__file__.startswith(sys.argv[1])
        print(rondel.compiled.engine_form())
    """
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", start, str(folder)],
        env={**os.environ, "RONDEL_PURE": pure},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def test_plain_wheel_holds_the_whole_package_and_runs(tmp_path: Path) -> None:
    wheel = built_wheel(tmp_path, pure="1")
    assert wheel.name == f"rondel-{rondel.__version__}-py3-none-any.whl"
    source, folder = ROOT / "src", unpacked(wheel)
    wanted = {
        path.relative_to(source)
        for path in source.rglob("*")
        if path.suffix in {".css", ".json", ".npz", ".py", ".typed"}
    }
    assert wanted <= {path.relative_to(folder) for path in folder.rglob("*")}
    assert (folder / "rondel" / "server" / "web" / "index.html").exists()
    assert (folder / "rondel" / "docs" / "index.md").exists()
    assert form_in(folder) == "plain"


@pytest.mark.long
@pytest.mark.skipif(engine_form() == "plain", reason="the engine is not compiled")
def test_published_wheel_carries_the_compiled_engine(tmp_path: Path) -> None:
    """It has both forms side by side."""
    wheel = built_wheel(tmp_path, pure="")
    assert f"-cp{sys.version_info[0]}{sys.version_info[1]}-" in wheel.name
    folder = unpacked(wheel)
    assert form_in(folder) == "compiled"
    assert form_in(folder, pure="1") == "plain"


@pytest.mark.parametrize(
    ("lock", "names"),
    [
        ("requirements.lock", RUNTIME),
        ("dev.lock", RUNTIME + EXTRAS + DEVELOPMENT + BUILD),
        ("build.lock", BUILD),
        ("web.lock", WEB),
    ],
)
def test_lock_satisfies_the_project_file(lock: str, names: list[str]) -> None:
    locked = pins(lock)
    for requirement in map(Requirement, names):
        assert requirement.specifier.contains(locked[requirement.name]), requirement


def test_development_lock_includes_the_runtime_lock() -> None:
    assert pins("requirements.lock").items() <= pins("dev.lock").items()


def test_packages_for_building_are_the_same_everywhere() -> None:
    assert pins("build.lock").items() <= pins("dev.lock").items()
    assert PROJECT["build-system"]["requires"] == BUILD


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
