"""Changes of the programme that one person of head office submits and another approves."""
