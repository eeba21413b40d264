"""Staff: accounts, roles at outlets, signing in by passkey and by PIN, and the tills they enrol."""
