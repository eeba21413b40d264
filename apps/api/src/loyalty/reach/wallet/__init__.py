"""Passes in Apple Wallet and Google Wallet: member cards and vouchers (docs/integrations.md)."""
