"""Verifiers of best choices: what was chosen is checked against the rules, then valued."""
