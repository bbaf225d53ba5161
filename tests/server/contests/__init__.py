"""What games count for."""
