"""What a position is made of: the map, bonds, rules, actions, events, the state itself."""
