"""The rows of the store by concern: who reads and writes which of them, and how."""
