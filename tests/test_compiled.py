"""The choice between the compiled and the plain engine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from rondel import compiled
from rondel.compiled import (
    LIBRARY,
    Chosen,
    build_folder,
    built_files,
    engine_form,
    modules,
    sources,
)

FORM = "import rondel.compiled; print(rondel.compiled.engine_form())"


def form_of(package: Path, pure: str = "") -> str:
    """The form in which a fresh process runs the engine of a package."""
    surroundings = {**os.environ, "PYTHONPATH": str(package.parent), "RONDEL_PURE": pure}
    ran = subprocess.run(
        [sys.executable, "-c", FORM],
        env=surroundings,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def is_built() -> bool:
    return build_folder(sources()).is_dir()


def small_package(folder: Path) -> Path:
    """A checkout whose engine is one empty module."""
    package = folder / "src" / "rondel"
    (package / "engine").mkdir(parents=True)
    (package / "compiled.py").write_bytes(Path(compiled.__file__).read_bytes())
    (package / "__init__.py").write_text("from rondel import compiled, engine\n")
    (package / "engine" / "__init__.py").write_text("")
    return package


def test_whole_engine_is_compiled() -> None:
    made = set(sources())
    assert {"rondel.engine", "rondel.engine.model.state", "rondel.engine.steps.armies"} <= made
    assert not {"rondel.records", "rondel.engine.model.errors"} & made


def test_module_written_by_hand_has_both_forms() -> None:
    """In C for the compiled engine, in Python for the plain one."""
    name = "rondel.engine.encoding.writer"
    assert sources()[name].suffix == ".c"
    assert modules()[name].suffix == ".py"


def test_plain_form_can_be_forced() -> None:
    assert form_of(compiled.PACKAGE, pure="1") == "plain"


@pytest.mark.skipif(not is_built(), reason="the engine is not compiled")
def test_compiled_form_is_used_where_it_is_built() -> None:
    assert form_of(compiled.PACKAGE) == "compiled"


def test_form_in_use_is_told_by_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine_form() in ("compiled", "plain")
    monkeypatch.setattr(sys.modules["rondel.engine"], "__file__", "rondel/engine/__init__.x.so")
    assert engine_form() == "compiled"


def test_build_of_other_sources_is_not_used(tmp_path: Path) -> None:
    """The folder is empty: to take it would fail."""
    package = small_package(tmp_path)
    modules = {"rondel.engine": package / "engine" / "__init__.py"}
    stale = tmp_path / ".cache" / "compiled" / build_folder(modules).name
    stale.mkdir(parents=True)
    with pytest.raises(subprocess.CalledProcessError):
        form_of(package)
    (package / "engine" / "__init__.py").write_text("changed = True\n")
    assert form_of(package) == "plain"


@pytest.mark.parametrize("change", ["text", "name", "more"])
def test_folder_depends_on_all_that_is_compiled(tmp_path: Path, change: str) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("1")
    two.write_text("2")
    modules: Mapping[str, Path] = {"one": one}
    before = build_folder(modules)
    match change:
        case "text":
            one.write_text("3")
        case "name":
            modules = {"two": one}
        case _:
            modules = {"one": one, "two": two}
    assert build_folder(modules) != before


def test_plain_form_can_be_forced_where_both_lie_side_by_side(tmp_path: Path) -> None:
    """As in a wheel: Python itself would take the compiled file, here a broken one."""
    package = small_package(tmp_path)
    (package / "engine" / f"__init__{compiled.SUFFIX}").write_text("no machine code")
    with pytest.raises(subprocess.CalledProcessError):
        form_of(package)
    assert form_of(package, pure="1") == "plain"


def test_finder_knows_packages_and_leaves_others_alone() -> None:
    finder = Chosen(built_files(Path("built"), sources()))
    package, module = (
        finder.find_spec(name, None) for name in ("rondel.engine", "rondel.engine.model.state")
    )
    assert package is not None
    assert package.submodule_search_locations is not None
    assert module is not None
    assert module.origin is not None
    assert module.origin.endswith(f"built/rondel/engine/model/state{compiled.SUFFIX}")
    assert module.submodule_search_locations is None
    assert finder.find_spec(LIBRARY, None) is not None
    assert finder.find_spec("rondel.records", None) is None
