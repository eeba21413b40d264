"""How HTTP is spoken here; it knows no feature."""
