"""Generators of the family number-theory: integers, their divisors, remainders and digits."""
