"""Compile the engine with mypyc: its own source, unchanged, to machine code.

    python -m tools.compiling

Needs mypy, setuptools, a C compiler and the headers of Python. What it builds goes to
`.cache/compiled`, into a folder named after the sources; `rondel.compiled` takes it from there.
"""

import contextlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = 3
"""Builds that are kept: going back to a branch should not mean compiling again."""
COMPILERS = ("cc", "gcc", "clang")
"""What C compilers are called, where the one that Python was made with is not there."""


def load_choice(root: Path) -> Any:
    """The module `rondel.compiled` of a checkout, without the package around it."""
    path = root / "src" / "rondel" / "compiled.py"
    spec = importlib.util.spec_from_file_location("compiled_engine", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build_folder(root: Path) -> Path:
    """Where the compiled form of the present sources of a checkout is, or would be."""
    choice = load_choice(root)
    folder: Path = choice.build_folder(choice.sources())
    return folder


def log_of(folder: Path) -> Path:
    """What compiling said, where it failed."""
    return folder.with_suffix(".log")


def compiler() -> str | None:
    """The command of the C compiler: the one asked for by `CC`, else Python's own, else any."""
    asked, own = os.environ.get("CC"), sysconfig.get_config_var("CC")
    candidates = [asked] if asked else [*([own] if own else []), *COMPILERS]
    return next((one for one in candidates if shutil.which(shlex.split(one)[0])), None)


def obstacle() -> str:
    """Why nothing can be compiled on this machine; empty if it can, or if only trying tells."""
    if sys.platform != "win32" and compiler() is None:
        return "there is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C headers of Python are missing"
    return ""


def main() -> int:
    """Compiles what is not compiled yet; 1 where that failed though there is a compiler."""
    folder = build_folder(ROOT)
    if folder.is_dir():
        return 0
    if reason := obstacle():
        say(f"The engine runs plain, and slower: {reason}.")
        return 0
    return 0 if build(folder) else 1


def build(folder: Path) -> bool:
    """Compiles into `folder`, which appears only when it is complete; tells whether it did."""
    say("Compiling the engine, once for this state of its sources; this takes a minute or two.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as draft:
        log = Path(draft, "log")
        command = [sys.executable, "-m", "tools.mypyc", draft]
        named = compiler()
        surroundings = {**os.environ, "CC": named} if named else None
        with log.open("w") as output:
            done = subprocess.run(
                command, cwd=ROOT, env=surroundings, stdout=output, stderr=output, check=False
            )
        if done.returncode != 0:
            log.rename(log_of(folder))
            say(f"The engine could not be compiled and runs plain: {log_of(folder)} tells why.")
            return False
        # Another process may have been quicker.
        with contextlib.suppress(OSError):
            Path(draft, "built").rename(folder)
    forget_old_builds(folder.parent)
    return folder.is_dir()


def forget_old_builds(builds: Path) -> None:
    """Removes all builds but the newest."""
    folders = [path for path in builds.iterdir() if path.is_dir()]
    for old in sorted(folders, key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old)


def say(sentence: str) -> None:
    """Tell the person at the terminal, away from the program's own output."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
