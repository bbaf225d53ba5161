"""What games count for: the annals of finished games, ratings by them, and tournaments."""
