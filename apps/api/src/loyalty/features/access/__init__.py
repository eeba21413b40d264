"""One-time codes, sessions, the handoff: signing in and out."""
