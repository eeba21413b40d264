"""What listens to events or is switched on by settings: it uses features and knows no office."""
