"""Passkeys (WebAuthn): a member signs in by a key of their device, without a code."""
