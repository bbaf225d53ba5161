"""What browsers are sent: the page, and the interface to read."""
