"""Geometry: generators and what they share."""
