"""Environments turn tasks into episodes: Gymnasium environments whose observations and actions are text."""
