"""What waits today, and figures of outlets, members and rewards."""
