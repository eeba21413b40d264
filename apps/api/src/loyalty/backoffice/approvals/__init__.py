"""What one person proposes and another decides."""
