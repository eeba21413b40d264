"""What devices ask about passes in Apple Wallet: its web service, as Apple documents it.

A device names itself by an id of its Wallet, and proves by a pass's token that it has this pass.
"""

import hmac
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, current_session, transaction
from loyalty.errors import NotSignedIn
from loyalty.reach.wallet import changes, passes
from loyalty.reach.wallet.models import WalletDevice, WalletPass
from loyalty.rules import wallet as rules
from loyalty.rules.codes import Code

# Of one pass; one more replaces the oldest.
MAX_DEVICES = 20


def authorised(db: Session, pass_type: str, serial: str, token: str) -> WalletPass:
    """The pass that a device may ask about; raises NotSignedIn for a wrong token, also of no pass at all."""
    settings = config.current()
    is_right = hmac.compare_digest(rules.token(settings.hash_key, serial).encode(), token.encode())
    is_ours = rules.APPLE in settings.wallets and pass_type == settings.wallet_apple_pass_type
    row = passes.row_of(db, serial) if is_right and is_ours else None
    if row is None:
        raise NotSignedIn(Code.UNKNOWN_PASS)
    return row


def register(pass_type: str, serial: str, token: str, device: str, push_token: str) -> bool:
    """Notify a device of changes from now on; returns whether it is new. Raises NotSignedIn.

    A pass that has changed since its file was given out is notified of at once.
    """
    with transaction() as db:
        row = authorised(db, pass_type, serial, token)
        advisory_lock(db, f"wallet.{row.member_id}")
        of_pass = WalletDevice.member_id == row.member_id, WalletDevice.serial == serial
        there = db.scalars(select(WalletDevice).where(*of_pass).order_by(WalletDevice.created_at)).all()
        if known := next((each for each in there if each.device == device), None):
            known.push_token = push_token
            return False
        if len(there) >= MAX_DEVICES:
            db.delete(there[0])
        this = {"member_id": row.member_id, "serial": serial, "device": device}
        db.add(WalletDevice(**this, push_token=push_token, created_at=now(db)))
        if row.changed_at > row.sent_at:
            changes.put(db, changes.APPLE_PASS, [(row.member_id, f"{serial} {device}")])
        return True


def unregister(pass_type: str, serial: str, token: str, device: str) -> None:
    """Stop notifying a device of a pass that was removed from it; raises NotSignedIn."""
    with transaction() as db:
        row = authorised(db, pass_type, serial, token)
        db.execute(delete(WalletDevice).where(*_of_text(f"{row.serial} {device}")))


def push_token(text: str) -> str | None:
    """What Apple's push service calls a device, by the text of its message; None when it is there no more."""
    return current_session().scalar(select(WalletDevice.push_token).where(*_of_text(text)))


def gone(text: str) -> None:
    """Delete a device that Apple says has no passes of ours any more."""
    with transaction() as db:
        db.execute(delete(WalletDevice).where(*_of_text(text)))


def _of_text(text: str) -> tuple[ColumnElement[bool], ...]:
    serial, _, device = text.partition(" ")
    member_id = int(serial.partition("-")[0])
    return WalletDevice.member_id == member_id, WalletDevice.serial == serial, WalletDevice.device == device


@dataclass(frozen=True)
class Updated:
    """The passes on a device that have changed, and the tag to ask with next time."""

    serial_numbers: list[str]
    last_updated: str


def updated(db: Session, pass_type: str, device: str, since: int | None) -> Updated | None:
    """The passes on a device that have changed after a tag (None: all); None when there are none."""
    if pass_type != config.current().wallet_apple_pass_type or not pass_type:
        return None
    same = (WalletPass.member_id == WalletDevice.member_id) & (WalletPass.serial == WalletDevice.serial)
    query = select(WalletPass.serial, WalletPass.tag).join(WalletDevice, same)
    query = query.where(WalletDevice.device == device)
    if since is not None:
        query = query.where(WalletPass.tag > since)
    rows = db.execute(query.order_by(WalletPass.tag, WalletPass.serial)).all()
    return Updated([row.serial for row in rows], str(rows[-1].tag)) if rows else None
