"""``python -m benchmarks.learning``: what the verifier's rewards teach, and what its controls do.

A tiny model from nothing is warmed up on worked solutions, in one style of answer and on low levels only. Then the
same weights are trained five times (`benchmarks.learning.runs`): with the verifier's rewards on a success ladder, with
random rewards, with rewards for form alone, with flipped rewards, and by more supervised learning of the warm-up's own
levels with as many tokens. All levels are measured before and after on the same held-out tasks. Three tasks of three
kinds (`benchmarks.learning.tasks`), three seeds each; docs/results/learning.md says what came out.

Every run is one file in the folder of results. What is there is not done again, so the command can be stopped and
given again at any time, and more seeds can be added later. Work is counted in steps and tokens, never in seconds: a
busy machine changes nothing but how long it takes.
"""
