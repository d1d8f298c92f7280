"""Programs to write, mend, read and test: generators whose references are code."""
