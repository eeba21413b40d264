"""The ledger: accounts and lines, and the readings of them."""
