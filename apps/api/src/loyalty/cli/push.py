"""`push`: the key of web push notifications."""

from __future__ import annotations

import click
from cryptography.hazmat.primitives.asymmetric import ec
from flask.cli import AppGroup

from loyalty.rules.push_keys import KEY_BYTES, encode, point_of

push_commands = AppGroup("push", help="Web push notifications.")


@push_commands.command("keys")
def keys() -> None:
    """Make a key pair (VAPID). The private key goes into LOYALTY_PUSH_KEY; browsers get the public one."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(KEY_BYTES)
    click.echo(f"LOYALTY_PUSH_KEY={encode(private)}")
    click.echo(f"public key: {encode(point_of(key))}")
