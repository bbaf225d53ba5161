"""Playing in the terminal."""

from rondel.cli.play.opening import Wishes, run_play

__all__ = ["Wishes", "run_play"]
