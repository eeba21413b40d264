"""What listens to events or is switched on by settings: it uses features, never the back office."""
