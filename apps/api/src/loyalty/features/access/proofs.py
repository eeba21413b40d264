"""What outlives a code: a ticket that proves the number at the other door, and the device that proved it."""

from __future__ import annotations

import secrets

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.upsert import upsert
from loyalty.errors import Invalid
from loyalty.features.access.asking import Ask, Asker
from loyalty.features.access.models import KnownDevice, NumberProof
from loyalty.features.access.tokens import keyed_hash
from loyalty.rules import codes
from loyalty.rules.codes import Purpose


def give_ticket(db: Session, ask: Ask, purpose: Purpose) -> str:
    """A ticket that proves the same number for the other purpose, once."""
    ticket = secrets.token_urlsafe(32)
    db.add(
        NumberProof(
            proof_hash=keyed_hash("proof", ticket),
            purpose=purpose,
            number_hash=ask.number.hash,
            expires_at=now(db) + codes.PROOF_LIFE,
        )
    )
    return ticket


def use_ticket(db: Session, ask: Ask, ticket: str) -> None:
    """Use a ticket in the place of a code; raises Invalid unless it is this number's and unused."""
    at = now(db)
    used = db.execute(
        update(NumberProof)
        .where(
            NumberProof.proof_hash == keyed_hash("proof", ticket),
            NumberProof.purpose == ask.purpose,
            NumberProof.number_hash == ask.number.hash,
            NumberProof.used_at.is_(None),
            NumberProof.expires_at > at,
        )
        .values(used_at=at)
    )
    if used.rowcount != 1:  # type: ignore[attr-defined]
        raise Invalid("Please verify your number again.", "invalid_ticket")


def remember_device(db: Session, asker: Asker, number_hash: str) -> None:
    """Note that this device proved this number, so that strangers cannot lock it out."""
    at = now(db)
    row = {"device_hash": asker.device_hash, "number_hash": number_hash, "seen_at": at}
    upsert(db, KnownDevice, row, {"seen_at": at})


def forget_devices(db: Session, number_hash: str) -> None:
    """Forget the devices and tickets that proved this number."""
    db.execute(delete(KnownDevice).where(KnownDevice.number_hash == number_hash))
    db.execute(delete(NumberProof).where(NumberProof.number_hash == number_hash))
