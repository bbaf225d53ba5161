"""Opening the browser of whoever sits at this machine."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from threading import Thread
from typing import Final

SCREENS: Final = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
"""One of these is set where a browser can show itself outside the terminal."""


def open_browser(address: str) -> None:
    """Opens a page, where there is a screen for it; nobody waits until it is there."""
    if has_screen(os.environ):
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def has_screen(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a browser would have a window; one in the terminal would take it from us."""
    return platform in ("darwin", "win32") or any(environment.get(name) for name in SCREENS)
