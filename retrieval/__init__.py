"""Finding documents by words: one small interface, an embedded engine, and others behind the same interface."""
