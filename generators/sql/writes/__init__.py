"""Changes of a database: each with its English, its SQL, and a second implementation on rows that has no SQL."""
