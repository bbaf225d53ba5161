"""Bots at tables: who asks them, and the processes they think in."""
