"""What keeps a server and its store sound while it runs, and from outside."""
