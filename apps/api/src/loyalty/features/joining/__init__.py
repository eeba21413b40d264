"""Becoming a member."""
