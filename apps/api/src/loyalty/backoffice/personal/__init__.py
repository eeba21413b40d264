"""A member's rights to their data: the export and the erasure (docs/promises.md P2, P4)."""
