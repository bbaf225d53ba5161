"""Play, record and study the board games Imperial and Imperial 2030."""

__version__ = "0.1.0"
