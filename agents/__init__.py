"""Agents play and learn: policies, rollouts, and a small trainer."""
