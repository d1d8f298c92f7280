"""What runs inside the box. The host imports none of it: it sends these texts to an interpreter in there.

Standard library only, and nothing newer than Python 3.9: the box has whatever interpreter its image has.
"""
