"""Looking after the server: people, tables, reports, and a log of everything that was done."""
