"""The staff: accounts, roles at outlets, and signing in by passkey and by PIN."""
