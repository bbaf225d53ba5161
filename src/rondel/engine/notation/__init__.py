"""Games from and to JSON: choices, snapshots, positions, how a game begins."""
