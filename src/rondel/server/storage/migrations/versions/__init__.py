"""One module for each change of the schema, in the order that they name themselves."""
