"""What games count for: the annals of finished games, and ratings by them."""
