"""Answers as JSON, written by the fast library; parts of them may be written already."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.responses import JSONResponse


class JsonAnswer(JSONResponse):
    """An answer with a value, or with one that holds `orjson.Fragment`s."""

    def render(self, content: Any) -> bytes:
        """The text of the value; names may be those of columns, which are no plain texts."""
        return orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)
