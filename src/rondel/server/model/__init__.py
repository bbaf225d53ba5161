"""What a table is, in memory, and the values it is made of."""
