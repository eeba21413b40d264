"""Vouchers as the office finds, uses, releases, cancels and restores them."""
