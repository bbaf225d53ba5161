"""Find the browser for the browser tests: Playwright's own if it is installed, else the system's.

    python -m tools.chromium    # installs one where there is none, on Debian as root

The one without windows is the same engine at half the time: with one that could show windows, each
page has a frame of menus and buttons drawn around it that nobody sees.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

SHELL = "chromium-headless-shell"
"""Chromium without windows, as Debian calls it."""
WINDOWED = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ADVICE = ".venv/bin/playwright install --with-deps chromium"
"""The one command that brings a browser everywhere."""

QUIET = [
    "--disable-background-networking", "--disable-component-update", "--disable-gpu",
    "--disable-quic", "--disable-sync", "--no-first-run",
]  # fmt: skip
"""A test talks to its own server and to nobody else."""


def find() -> str | None:
    """The program, None where there is none."""
    with sync_playwright() as playwright:
        return find_with(playwright)


def find_with(playwright: Playwright) -> str | None:
    """The same, where Playwright runs already."""
    own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    return next(filter(None, map(shutil.which, (SHELL, *WINDOWED))), None)


def arguments() -> list[str]:
    """How to start it; root has no sandbox."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else QUIET


def install() -> None:
    """Brings it from Debian, where one may."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in ("update", f"install --yes --no-install-recommends {SHELL}"):
            subprocess.run(["apt-get", "-qq", *command.split()], env=quiet, check=False)


def main() -> int:
    """Makes sure that there is a browser, without windows if it can be had; 1 if there is none."""
    if find() in (None, *map(shutil.which, WINDOWED)):
        install()
    if find() is None:
        print(f"No Chromium for the browser tests; this brings one: {ADVICE}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
