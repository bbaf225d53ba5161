"""The compiling itself, in a process of its own: mypyc to C, then the C compiler.

python -m tools.mypyc FOLDER
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

from mypyc.build import mypycify
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, LinkError

from tools.compiling import ROOT, load_choice
from tools.docstrings import write_docstrings

if TYPE_CHECKING:
    from mypyc.build import Extension as Library

CORES = os.cpu_count() or 1
WHOLE = ["-flto=auto"]
"""Lets the compiler see the whole library at once; some linkers cannot."""
NOTING = ["-fprofile-generate", "-fprofile-update=single"]
"""Lets the library note what of it runs how often."""
NOTED = [
    "-fprofile-use", "-fprofile-correction", "-fprofile-partial-training", "-Wno-missing-profile",
]  # fmt: skip
"""Lets the compiler favour what ran often, without neglect of what never ran."""
TRIAL_RUN = """
import sys
from pathlib import Path
from tools.compiling import ROOT, load_choice
choice = load_choice(ROOT)
files = choice.modules() | choice.built_files(Path(sys.argv[1]), choice.sources())
sys.path.insert(0, str(ROOT / "src"))
sys.meta_path.insert(0, choice.Chosen(files))
from tools.exercise import exercise
assert sys.modules["rondel.engine"].__file__.startswith(sys.argv[1]), "another engine was taken"
exercise()
"""
"""The program that runs it; the files are chosen before anything of the engine is read."""
TRIAL = sys.platform == "linux"
"""Whether such notes are tried: other compilers than gcc keep them in another way."""


class BuildFast(build_ext):
    """Compiles the many files of the one big library side by side."""

    def build_extension(self, ext: Extension) -> None:
        """Hands over to the ordinary way with the files compiled, ready to be linked."""
        with ThreadPoolExecutor(CORES) as pool:
            objects = pool.map(lambda source: self.compiled(ext, source), ext.sources)
            ext.extra_objects = [file for files in objects for file in files]
        ext.sources = []
        super().build_extension(ext)

    def compiled(self, ext: Extension, source: str) -> list[str]:
        """The object files made of one C file."""
        objects: list[str] = self.compiler.compile(
            [source],
            self.build_temp,
            include_dirs=ext.include_dirs,
            extra_postargs=ext.extra_compile_args,
        )
        return objects


def compile_into(folder: Path) -> None:
    """Compiles all modules as one library; the finished files are in `folder/built`."""
    choice = load_choice(ROOT)
    sources = {name: path.relative_to(ROOT) for name, path in choice.sources().items()}
    paths = [str(path) for path in sources.values() if path.suffix == ".py"]
    modules = mypycify(
        [f"--cache-dir={folder}/cache", *paths],
        opt_level="3",
        multi_file=True,
        group_name=choice.LIBRARY.removesuffix("__mypyc"),
        target_dir=str(folder / "c"),
    )
    write_docstrings(folder / "c", choice.sources())
    build_somehow([*modules, *written_by_hand(sources)], folder)


def written_by_hand(sources: Mapping[str, Path]) -> list[Library]:
    """The modules that are written in C."""
    optimized = [] if sys.platform == "win32" else ["-O3"]
    return [
        Extension(name, [str(path)], extra_compile_args=optimized)
        for name, path in sources.items()
        if path.suffix == ".c"
    ]


def build_somehow(modules: Sequence[Library], folder: Path) -> None:
    """Makes machine code of C, as a whole or, where that fails, file by file."""
    noted = TRIAL and has_notes(modules, folder)
    try:
        build(modules, folder, [*WHOLE, *NOTED] if noted else WHOLE)
    except (CompileError, LinkError) as error:
        print(f"Not as a whole, so file by file: {error}")
        build(modules, folder, [])


def has_notes(modules: Sequence[Library], folder: Path) -> bool:
    """Builds a library that notes what runs how often, and lets it run; whether that went well."""
    command = [sys.executable, "-c", TRIAL_RUN, str(folder / "built")]
    try:
        build(modules, folder, [*WHOLE, *NOTING])
        subprocess.run(command, cwd=ROOT, check=True)
    except (CompileError, LinkError, subprocess.CalledProcessError) as error:
        print(f"Compiled without a trial run: {error}")
        return False
    return True


def build(modules: Sequence[Library], folder: Path, flags: list[str]) -> None:
    """Makes machine code of C."""
    modules = deepcopy(list(modules))
    for module in modules if sys.platform != "win32" else ():
        # Nobody else calls in: calls within the library may be direct, and inlined.
        module.extra_compile_args = [*module.extra_compile_args, "-fvisibility=hidden", *flags]
        module.extra_link_args = [*module.extra_link_args, *flags, "-O3"]
    command = BuildFast(Distribution({"name": "rondel", "ext_modules": modules}))
    command.build_lib, command.build_temp = str(folder / "built"), str(folder / "objects")
    command.parallel = CORES
    command.force = True
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]))
