"""The log of a server, kept in a file for as long as a test."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rondel.server.http.logs import set_up_logs


@contextmanager
def logging_to(path: Path | None) -> Iterator[None]:
    """Sets up the log, and everything back as it was at the end."""
    changed = [logging.getLogger(), logging.getLogger("uvicorn.error")]
    levels = [logger.level for logger in changed]
    handler = set_up_logs(path)
    yield
    for logger, level in zip(changed, levels, strict=True):
        logger.setLevel(level)
        logger.removeHandler(handler)
    handler.close()


def lines_of(path: Path) -> list[dict[str, Any]]:
    """What was logged."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
