"""The steps from the first schema of the store to the present one; alembic runs them."""
