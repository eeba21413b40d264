"""A member's data are hers: everything we hold about her, and the end of it (docs/promises.md P2, P4)."""
