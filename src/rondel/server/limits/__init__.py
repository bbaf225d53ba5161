"""How often and how much: what one person or address may ask of a server."""
