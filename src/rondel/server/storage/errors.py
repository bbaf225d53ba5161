"""Why a store cannot be opened."""

from __future__ import annotations


class StoreInUse(Exception):
    """Another server works on this store, and only one can."""


class StoreTooNew(Exception):
    """A later version of this program has changed the store."""
