"""Build the web page: the sources in `web`, made into files that the server gives to browsers.

    python -m tools.webpage                 # builds the page where it is stale
    python -m tools.webpage npm run check   # runs any command of Node in `web`

Needs Node and npm; `./play` and `./test` bring them where the machine has none, or old ones. The
page is built into a folder of its own inside the package, and takes the place of the one before
only when it is complete. A stamp in it says which sources it was made from.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (22, 18)
"""The oldest Node that builds the page."""
STAMP = ".made-from"
CHECKED_WITH = {
    ".prettierignore", "eslint.config.js", "eslint.types.config.js", "prettier.config.js",
}  # fmt: skip
NOT_BUILT_FROM = {"node_modules", ".svelte-check", "tests", ".gitignore", *CHECKED_WITH}
"""What lies in `web` and does not change the page."""


class Failed(Exception):
    """The page cannot be built; the message says why."""


class Node(NamedTuple):
    """A Node that can build the page."""

    folder: Path
    """Where its commands are."""
    version: str


def main(command: Sequence[str] = ()) -> int:
    """Builds the page where it is stale, or runs a command; returns its exit status."""
    try:
        if command:
            return run(ROOT, install(ROOT), command)
        if is_stale(ROOT):
            build(ROOT)
    except Failed as error:
        say(f"The web page could not be built: {error}")
        return 1
    return 0


def say(sentence: str) -> None:
    """Tell the person at the terminal, away from the program's own output."""
    print(sentence, file=sys.stderr, flush=True)


# What there is -------------------------------------------------------------------------------


def served_folder(root: Path) -> Path:
    """Where the server looks for the page."""
    return root / "src" / "rondel" / "server" / "web"


def is_stale(root: Path) -> bool:
    """Whether the page is missing, or made from other sources than those there are now."""
    return read(served_folder(root) / STAMP) != fingerprint(root)


def fingerprint(root: Path) -> str:
    """Names the state of the page's sources."""
    total = hashlib.sha256()
    for path in sources(root / "web"):
        total.update(f"{path.relative_to(root)}\n".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def sources(web: Path) -> Iterator[Path]:
    """The files that the page is made from, in a stable order."""
    for path in sorted(web.iterdir()):
        if path.name not in NOT_BUILT_FROM:
            yield from sorted(file for file in (path, *path.rglob("*")) if file.is_file())


def read(path: Path) -> str:
    """What a small file says; nothing if it is not there."""
    return path.read_text() if path.exists() else ""


# Node ----------------------------------------------------------------------------------------


def node_environment(root: Path) -> Path:
    """The environment that the set-up brings Node in."""
    return root / ".cache" / "web-venv"


def find_node(root: Path) -> Node | None:
    """The machine's Node, else the one of the set-up; None where neither will do."""
    return machine_node() or node_in(node_environment(root) / "bin")


def machine_node() -> Node | None:
    """The first Node on the path, if it is new enough and npm is beside it."""
    command = shutil.which("node")
    return node_in(Path(command).parent) if command else None


def node_in(folder: Path) -> Node | None:
    """The Node in a folder, if it will do."""
    if not ((folder / "node").exists() and (folder / "npm").exists()):
        return None
    command = [str(folder / "node"), "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    numbers = tuple(int(number) for number in re.findall(r"\d+", said))
    return Node(folder, said) if numbers >= OLDEST else None


def run(root: Path, node: Node, command: Sequence[str], output: int | None = None) -> int:
    """Runs a command of Node in `web` and gives its exit status."""
    path = os.pathsep.join([str(node.folder), os.environ.get("PATH", "")])
    return subprocess.run(
        [shutil.which(command[0], path=path) or command[0], *command[1:]],
        cwd=root / "web",
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        check=False,
    ).returncode


# Building ------------------------------------------------------------------------------------


def build(root: Path) -> None:
    """Builds the page and puts it in its place.

    Raises: Failed.
    """
    node = install(root)
    say("Building the web page.")
    draft = root / ".cache" / "web-page"
    made_from = fingerprint(root)
    run_quietly(root, node, "npm", "run", "build", "--", "--outDir", str(draft), "--emptyOutDir")
    (draft / STAMP).write_text(made_from)
    shutil.rmtree(served_folder(root), ignore_errors=True)
    draft.replace(served_folder(root))


def install(root: Path) -> Node:
    """Brings the packages that build and check the page, as locked, unless they are there.

    Raises: Failed.
    """
    node = find_node(root)
    if node is None:
        raise Failed(f"there is no Node {'.'.join(map(str, OLDEST))} or newer with npm.")
    stamp = root / "web" / "node_modules" / STAMP
    if read(stamp) != (wanted := packages_stamp(root, node)):
        say("Installing the packages that build the web page; later starts skip this.")
        run_quietly(root, node, "npm", "ci", "--no-audit", "--no-fund")
        stamp.write_text(wanted)
    return node


def packages_stamp(root: Path, node: Node) -> str:
    """Names what the packages are for: their lock, and a machine and a Node to run on."""
    locked = hashlib.sha256((root / "web" / "package-lock.json").read_bytes()).hexdigest()
    return f"{locked} {sys.platform} {platform.machine()} {node.version}"


def run_quietly(root: Path, node: Node, *command: str) -> None:
    """Runs a command of Node; what it says is kept in case it fails.

    Raises: Failed.
    """
    log = root / ".cache" / "web.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as output:
        if run(root, node, command, output.fileno()) != 0:
            raise Failed(f"{log} tells why.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
