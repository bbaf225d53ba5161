"""Notices for people who have closed the page: what they are told, when, and by which way."""
