"""The command line."""

from rondel.cli.app import main

__all__ = ["main"]
