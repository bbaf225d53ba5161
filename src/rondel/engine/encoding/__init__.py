"""Positions as numbers for programs that learn, and actions as entries of a policy."""
