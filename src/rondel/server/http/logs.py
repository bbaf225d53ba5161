"""The log: one JSON object a line, without bodies, cookies, tokens or addresses of pages.

Others write to it by the standard library: an event in a few words, values in `extra`.

    logger = logging.getLogger(__name__)
    logger.warning("bot failed", extra={"table": table_id, "bot": "hard"})
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import orjson

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""Names the request that is being answered; each line written meanwhile carries it."""

# What every record has, and the coloured copy of its message that uvicorn adds.
_USUAL: Final = {*vars(logging.makeLogRecord({})), "message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Writes a record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event and what else the record carries; of an error, the traceback."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "logger": record.name,
        }
        if (request := request_id.get()) is not None:
            line["request"] = request
        line |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str, option=orjson.OPT_NON_STR_KEYS).decode()


def set_up_logs(path: Path | None = None, level: int = logging.INFO) -> logging.Handler:
    """Sends everything that is logged to the file, or to standard error.

    Gives back the handler, so that it can be taken away again.

    Raises: OSError.
    """
    handler = logging.FileHandler(path, encoding="utf-8") if path else logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    # Below this they tell, of each look at the store, how, and of each WebSocket its whole
    # address, with what is secret in it.
    for chatty in ("alembic", "uvicorn.error"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    return handler
