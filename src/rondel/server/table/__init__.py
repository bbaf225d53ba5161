"""The authority over a table: what may be done there, and what comes of it."""
