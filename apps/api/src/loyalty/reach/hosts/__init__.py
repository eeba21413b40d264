"""Super-apps: a member who opens the mini-program inside one is signed in by it, once they have linked it."""
