"""The store: one code path for SQLite and PostgreSQL."""
