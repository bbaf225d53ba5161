"""The HTTP and WebSocket interface, one module for each part of it."""
