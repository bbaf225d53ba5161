"""The game in the terminal; `opening` begins it."""
