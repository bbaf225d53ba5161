"""Who somebody is, what proves it, and what becomes of him."""
