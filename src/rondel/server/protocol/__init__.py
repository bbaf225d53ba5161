"""The messages of the HTTP and WebSocket interface; the OpenAPI document is made of them.

What the docstrings beneath the fields say is what the document says.
"""
