"""The web server: tables for people and bots, and the authority over their games."""
