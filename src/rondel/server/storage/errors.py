"""Why a store cannot be used."""

from __future__ import annotations


class StoreError(Exception):
    """A store that cannot be used as it is."""


class StoreInUse(StoreError):
    """Another server works on this store, and only one can."""


class StoreAway(StoreError):
    """The database does not answer; that may pass."""


class StoreFull(StoreAway):
    """There is no room for more; what was to be written is not kept."""


class StoreDamaged(StoreAway):
    """Something cannot be read: it is damaged, or the disk failed for a moment."""


class StoreTooNew(StoreError):
    """A later version of this program has changed the store."""
