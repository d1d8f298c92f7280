"""What payloads are written in: forms of data that a generator writes and a verifier reads.

Generators and verifiers do not know each other; what both must know, and nothing else, is here.
"""
