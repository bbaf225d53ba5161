"""Set up `.venv` from a locked list of packages, then run what `./play` and `./test` are for.

Runs on the standard library alone, before anything is installed.

`.venv` carries a stamp, a small file that says what it was made from. The stamp is blank while
`.venv` changes and is filled in last: a set-up that was interrupted is seen at the next start.

Where there is a C compiler the engine is compiled too, once for each state of its sources.
`./test` waits for that. `./play` leaves it to a process of its own, which has its packages in an
environment of its own: nobody waits for a compiler in order to play.

The web page is built too, once for each state of its sources, with the machine's Node or one that
the set-up brings. Where that cannot be done, `./play` says so and the server shows a plain page.
"""

import contextlib
import hashlib
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from tools import compiling, webpage

try:
    import fcntl
except ImportError:
    sys.exit("This script needs Linux or macOS; on Windows, run it inside WSL.")

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = "requirements.lock"
DEVELOPMENT = "dev.lock"
BUILD = "build.lock"
WEB = "web.lock"

USUAL_PORT = 8000
USAGE = """\
./play             a game in the browser; options go to `rondel serve`, see below
./play --terminal  a game in the terminal; options go to `rondel play`
./play --setup-only
"""

EVERY_DAY = ("-m", "not apart")
"""What is tested each time; the rest is started by name, as CONTRIBUTING tells."""

PLAIN_TESTS = ("tests/engine", "tests/records", "-m", "not long")
"""What is tested again with the engine as it is, not compiled."""

BROWSER_TESTS = ("tests/browser", "-m", "not long")
"""What needs a process of its own: Playwright keeps an event loop for itself."""

EARLY = ("compile",)
"""The stages that are begun before all others, beside them, and waited for in their turn."""

SET_UP = ("compile", "web page")
"""The stages that `./test --setup-only` runs."""

Stamp = Mapping[str, str]
Installer = Callable[[Path, Path], None]
"""Installs a lock file (second argument) into a virtual environment (first)."""


class SetupError(Exception):
    """The set-up cannot go on; the message says what to do."""


def play(arguments: Sequence[str]) -> int:
    """Set up what playing needs and become the server, or with `--terminal` the terminal game."""
    rest = [argument for argument in arguments if argument not in ("--terminal", "--setup-only")]
    environment = prepare(RUNTIME)
    if environment is None:
        return 1
    terminal = "--terminal" in arguments
    if not (terminal or build_page()):
        return 1
    if "--setup-only" in arguments:
        return compile_engine()
    if is_worth_compiling(ROOT):
        compile_aside()
    rondel = str(environment / "bin" / "rondel")
    return become([rondel, "play", *rest]) if terminal else become_server(rondel, rest)


def become_server(rondel: str, arguments: Sequence[str]) -> NoReturn:
    """Run the server for somebody at this machine, who may set everything differently."""
    if {"--help", "-h"} & {*arguments}:
        say(USAGE)
    log = cache() / "play.log"
    log.unlink(missing_ok=True)
    os.environ.setdefault("RONDEL_BROWSER", "1")
    os.environ.setdefault("RONDEL_LOG_FILE", str(log))
    os.environ.setdefault("RONDEL_PORT", str(USUAL_PORT if is_free(USUAL_PORT) else 0))
    become([rondel, "serve", *arguments])


def is_free(port: int) -> bool:
    """Whether nobody listens on a port of this machine."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def become(command: list[str]) -> NoReturn:
    """Run a command in place of this process."""
    os.execv(command[0], command)


def test(arguments: Sequence[str]) -> int:
    """Set up what development needs and run every check; `arguments` go to pytest."""
    environment = prepare(DEVELOPMENT)
    if environment is None:
        return 1
    bring_node()
    checks = stages(environment / "bin", arguments)
    if "--setup-only" in arguments:
        return max(run(checks[name]) for name in SET_UP)
    try:
        return run_stages(checks, ROOT)
    except KeyboardInterrupt:
        say("Interrupted.")
        return 1


def prepare(lock: str) -> Path | None:
    """Set up the checkout for `lock`; on failure say why and return None."""
    try:
        return set_up(ROOT, lock)
    except KeyboardInterrupt:
        say("Set-up interrupted; the next start begins it again.")
    except (OSError, SetupError) as error:
        say(f"Cannot set up: {error}")
    return None


def say(sentence: str) -> None:
    """Tell the person at the terminal, away from the program's own output."""
    print(sentence, file=sys.stderr, flush=True)


# Compiling the engine


def is_worth_compiling(root: Path) -> bool:
    """Whether the engine is not compiled yet and nothing is known to stand in the way."""
    folder = compiling.build_folder(root)
    tried = folder.is_dir() or compiling.log_of(folder).exists()
    return not tried and not compiling.obstacle()


def compile_aside() -> subprocess.Popen[bytes]:
    """Start compiling in a process that goes on by itself and says nothing."""
    say("Compiling the engine in the background, this once; the next start will use it.")
    start = "import os; os.nice(10); from tools import bootstrap; bootstrap.compile_engine()"
    silent = subprocess.DEVNULL
    command = [sys.executable, "-c", start]
    return subprocess.Popen(
        command, cwd=ROOT, stdin=silent, stdout=silent, stderr=silent, start_new_session=True
    )


def compile_engine() -> int:
    """Compile with the packages of `build.lock`; return 0 also where this cannot be done."""
    if not is_worth_compiling(ROOT):
        return 0
    with exclusive(cache() / "compiling.lock"):
        if is_worth_compiling(ROOT) and (environment := prepare(BUILD)):
            run([str(python_of(environment)), "-m", "tools.compiling"])
    return 0


def cache() -> Path:
    """The folder for what is built; it can be deleted at any time."""
    folder = ROOT / ".cache"
    folder.mkdir(exist_ok=True)
    return folder


# Building the web page


def build_page() -> bool:
    """Build the web page unless it is built; whether to go on, with this one or a plain one."""
    try:
        if webpage.is_stale(ROOT):
            with exclusive(cache() / "webpage.lock"):
                bring_node()
                if webpage.main() != 0:
                    say("The server shows a plain page instead; the next start tries again.")
    except KeyboardInterrupt:
        say("Interrupted; the next start begins it again.")
        return False
    return True


def bring_node() -> None:
    """Set up Node where the machine has none that will do."""
    if webpage.machine_node() is None:
        prepare(WEB)


# The set-up


def environment_for(root: Path, lock: str) -> Path:
    """The folder that the packages of `lock` belong in."""
    own = {BUILD: root / ".cache" / "build-venv", WEB: webpage.node_environment(root)}
    return own.get(lock, root / ".venv")


def set_up(root: Path, lock: str, install: Installer | None = None) -> Path:
    """Make the environment for `lock` hold its packages, and return its folder."""
    environment = environment_for(root, lock)
    wanted = stamp_for(root, lock)
    if is_ready(environment, wanted):
        return environment
    with exclusive(root / ".venv.lock") as held:
        if not is_ready(environment, wanted):
            renew(root, lock, install or (lambda venv, file: install_packages(venv, file, held)))
    return environment


def renew(root: Path, lock: str, install: Installer) -> None:
    """Bring the environment to `lock`: add to it where that is enough, else make it anew."""
    environment = environment_for(root, lock)
    say(f"Setting up from {lock}; later starts skip this.")
    addable = read_stamp(environment) == stamp_for(root, RUNTIME)
    if not (addable and python_of(environment).exists()):
        clear(environment)
        make_environment(environment)
    write_stamp(environment, {})
    install(environment, root / lock)
    link_package(root, environment)
    write_stamp(environment, stamp_for(root, lock))


def clear(environment: Path) -> None:
    """Empty it down to a blank stamp; refuse a folder that this module did not make."""
    environment.mkdir(parents=True, exist_ok=True)
    stamp = stamp_file(environment)
    if not stamp.exists() and any(path.stem != stamp.stem for path in environment.iterdir()):
        raise SetupError(f"{environment} was made by something else; move it away and start again.")
    write_stamp(environment, {})
    for path in environment.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path != stamp:
            path.unlink()


def make_environment(environment: Path) -> None:
    """Make the virtual environment, without pip: some systems leave `ensurepip` out."""
    if run([sys.executable, "-m", "venv", "--without-pip", str(environment)]) != 0:
        raise SetupError("this Python cannot make a virtual environment (see above).")


def link_package(root: Path, environment: Path) -> None:
    """Make `rondel` importable from `src`, so that edits count at once, and runnable."""
    places = sysconfig.get_paths("venv", {"base": str(environment), "platbase": str(environment)})
    packages = Path(places["purelib"])
    (packages / "rondel.pth").write_text(os.path.relpath(root / "src", packages) + "\n")
    start = "import sys; from rondel.cli import main; sys.argv[0] = 'rondel'; sys.exit(main())"
    command = Path(places["scripts"]) / "rondel"
    # A shell script, since a path with a space may not follow `#!`.
    python = shlex.quote(str(python_of(environment)))
    command.write_text(f'#!/bin/sh\nexec {python} -P -c "{start}" "$@"\n')
    command.chmod(0o755)


def python_of(environment: Path) -> Path:
    return environment / "bin" / "python"


@contextlib.contextmanager
def exclusive(path: Path) -> Iterator[int]:
    """Hold the file lock at `path`, waiting for whoever has it; gives its file descriptor."""
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another set-up to finish…")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


# The stamp


def stamp_for(root: Path, lock: str) -> Stamp:
    """What `.venv` is made from when it holds the packages of `lock`.

    The development packages include those of the runtime, so their stamp includes that one.
    """
    locks = [RUNTIME, lock] if lock == DEVELOPMENT else [lock]
    made_from = {name: digest(root / name) for name in locks}
    python = f"{sys.implementation.cache_tag}{sys.abiflags}"
    return {"python": python, "folder": str(root), "set-up": digest(Path(__file__)), **made_from}


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_ready(environment: Path, wanted: Stamp) -> bool:
    stamp = read_stamp(environment)
    return wanted.items() <= stamp.items() and python_of(environment).exists()


def stamp_file(environment: Path) -> Path:
    return environment / "rondel-setup.json"


def read_stamp(environment: Path) -> Stamp:
    """The stamp of `environment`; empty when there is none or it is damaged."""
    try:
        stamp = json.loads(stamp_file(environment).read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(environment: Path, stamp: Stamp) -> None:
    draft = stamp_file(environment).with_suffix(".new")
    draft.write_text(json.dumps(stamp, indent=2) + "\n")
    draft.replace(stamp_file(environment))


# The packages


def install_packages(environment: Path, lock: Path, held: int | None = None) -> None:
    """Install exactly what `lock` lists, every file checked against its hash.

    `held` is the file descriptor of the set-up's lock. The installer inherits it, so that an
    installer that outlives this process still keeps the next set-up waiting.
    """
    inherited = [] if held is None else [held]
    options = ["--quiet", "--no-deps", "--require-hashes", "-r", str(lock)]
    python = str(python_of(environment))
    if uv := shutil.which("uv"):
        command = [uv, "pip", "install", "--python", python, "--compile-bytecode", *options]
        if run(command, inherited) == 0:
            return
        say("uv could not install the packages; trying pip.")
    command = [*pip_for(python), "install", "--no-input", "--disable-pip-version-check", *options]
    if run(command, inherited) != 0:
        raise SetupError("the packages could not be installed (see above).")


def pip_for(python: str) -> list[str]:
    """A command that runs pip for `python`: its own, else the one of the Python running this."""
    if run([python, "-m", "ensurepip"], quiet=True) == 0:
        return [python, "-m", "pip"]
    if run([sys.executable, "-m", "pip", "--python", python, "--version"], quiet=True) == 0:
        return [sys.executable, "-m", "pip", "--python", python]
    raise SetupError(
        "this Python has no pip; install pip or uv (on Debian or Ubuntu: apt install python3-venv)."
    )


def run(command: Sequence[str], inherited: Sequence[int] = (), quiet: bool = False) -> int:
    """Run a step of the set-up and return its exit status; what it prints goes to stderr."""
    silent = subprocess.DEVNULL
    return subprocess.run(
        command,
        stdin=silent,
        stdout=silent if quiet else 2,
        stderr=silent if quiet else None,
        pass_fds=inherited,
        check=False,
    ).returncode


# The checks


def stages(commands: Path, arguments: Sequence[str]) -> dict[str, list[str]]:
    """The checks in order, by name; `commands` is the folder the tools are in."""
    workers = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    pytest = [f"{commands}/pytest", "-n", str(workers), "--dist=worksteal"]
    web = [f"{commands}/python", "-m", "tools.webpage"]
    checks = {
        "web page": web,
        "ruff check": [f"{commands}/ruff", "check"],
        "ruff format": [f"{commands}/ruff", "format", "--check"],
        "mypy": [f"{commands}/mypy"],
        "lint-imports": [f"{commands}/lint-imports", "--no-logo"],
        "eslint": [*web, "npm", "run", "lint"],
        "prettier": [*web, "npm", "run", "formatted"],
        "svelte-check": [*web, "npm", "run", "check"],
        "vitest": [*web, "npm", "test"],
        "compile": [f"{commands}/python", "-m", "tools.compiling"],
        "pytest": [*pytest, *(arguments or EVERY_DAY)],
    }
    if not arguments:
        checks["pytest, plain engine"] = ["env", "RONDEL_PURE=1", *pytest, *PLAIN_TESTS]
        checks["chromium"] = [f"{commands}/python", "-m", "tools.chromium"]
        checks["pytest, browser"] = [*pytest, *BROWSER_TESTS]
    return checks


def run_stages(commands: Mapping[str, Sequence[str]], folder: Path) -> int:
    """Run every stage, failed ones before it or not; say which failed and return 0 or 1."""
    failed = []
    begun = {
        name: subprocess.Popen(commands[name], cwd=folder) for name in EARLY if name in commands
    }
    for name, command in commands.items():
        print(f"── {name}", flush=True)
        stage = begun.get(name) or subprocess.Popen(command, cwd=folder)
        if stage.wait() != 0:
            failed.append(name)
    if failed:
        say(f"Failed: {', '.join(failed)}.")
        return 1
    say("Every check passed.")
    return 0
