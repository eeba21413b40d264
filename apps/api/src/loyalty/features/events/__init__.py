"""The stream of facts: what has happened, for notifications and for others who listen."""
