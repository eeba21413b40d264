"""Tills: tablets that the staff enrol, and the cashiers who sign in at them."""
