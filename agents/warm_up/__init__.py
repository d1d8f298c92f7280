"""Learning before and beside reinforcement: worked solutions, right answers of one's own, preferences.

``traces`` writes demonstrations and ``examples`` makes tokens of them; ``supervised`` trains on those; ``rejection``
trains on a policy's own right answers; ``preferences`` on pairs of a right and a wrong one.
"""
