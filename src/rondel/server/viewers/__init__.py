"""What each viewer is shown: now, in words, and of the past."""
