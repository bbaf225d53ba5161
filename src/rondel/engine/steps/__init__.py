"""The steps of the game: what each asks, what is legal, what it does, why it refuses."""
