"""What people write to us: /email/career and /email/feedback."""
