"""The outlets as the office runs them: what pages say of each, when it is open, and new ones."""
