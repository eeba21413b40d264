"""Bills as managers review, verify, void and move them, also against a file of sales."""
