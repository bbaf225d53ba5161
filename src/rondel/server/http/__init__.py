"""HTTP as it comes in and goes out, before anybody knows what it is about."""
