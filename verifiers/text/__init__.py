"""Verifiers of the text family: words, letters and ciphers."""
