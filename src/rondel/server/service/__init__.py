"""What people get done, whichever way they ask: it needs the whole server."""
