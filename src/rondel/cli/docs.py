"""The command that makes the documentation readable in a browser."""

from __future__ import annotations

import os
import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.browser import has_screen
from rondel.cli.errors import CommandError
from rondel.cli.output import unwritable

Folder = Annotated[
    Path | None,
    typer.Argument(metavar="FOLDER", help="Write the pages there instead of showing them."),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]


def docs(folder: Folder = None, force: Force = False) -> None:
    """Show the documentation in the browser, or write it into a folder."""
    # Other commands start without what reads Markdown.
    from rondel.cli.website import write_site  # noqa: PLC0415

    target = folder or Path(tempfile.mkdtemp(prefix="rondel-docs-"))
    if folder is not None and not force and folder.exists() and any(folder.iterdir()):
        raise CommandError(f"{folder}: is not empty; --force overwrites what is there")
    try:
        first = write_site(target)
    except OSError as error:
        raise unwritable(target, error) from None
    print(first)
    if folder is None and has_screen(os.environ):
        webbrowser.open(first.resolve().as_uri())
