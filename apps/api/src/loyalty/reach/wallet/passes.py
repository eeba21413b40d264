"""Passes that members have: given, read, and fetched by a link."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.catalogue import outlets_of
from loyalty.features.rewards.models import Voucher
from loyalty.reach.wallet.models import WalletPass
from loyalty.rules import wallet as rules
from loyalty.rules.codes import Code


@dataclass(frozen=True)
class CardState:
    """What a member card says."""

    code: str
    points: int
    tier: str


@dataclass(frozen=True)
class VoucherState:
    """What a voucher's pass says. `state` is open, used, cancelled or expired; no outlets: everywhere."""

    voucher_id: int
    name: str
    state: str
    usable_from: datetime
    expires_at: datetime
    min_spend_sen: int
    outlets: tuple[str, ...]


@dataclass(frozen=True)
class Pass:
    """A pass as it is now, read `at` a moment; without a state its membership has been erased."""

    serial: str
    wallet: str
    brand: str
    is_voucher: bool
    state: CardState | VoucherState | None
    changed_at: datetime
    at: datetime


def give(member_id: int, wallet: str, brand: str, voucher_id: int | None) -> Pass:
    """A member's pass: the one they have, or a new one. Raises Conflict without this wallet and for a
    voucher that has ended, NotFound for another member's.
    """
    if wallet not in config.current().wallets:
        raise Conflict(Code.NO_WALLET)
    with transaction() as db:
        advisory_lock(db, f"wallet.{member_id}")
        at = now(db)
        if voucher_id is not None:
            voucher = vouchers.read(db, member_id, voucher_id)
            if _state_of(voucher, at) != "open":
                raise Conflict(Code.VOUCHER_ENDED)
        of_voucher = WalletPass.voucher_id.is_not_distinct_from(voucher_id)
        which = WalletPass.member_id == member_id, WalletPass.wallet == wallet, of_voucher
        found = db.scalar(select(WalletPass).where(*which))
        if found is None:
            found = WalletPass(
                member_id=member_id,
                serial=f"{member_id}-{secrets.token_hex(12)}",
                wallet=wallet,
                voucher_id=voucher_id,
                tag=0,
                changed_at=at,
                sent_at=at,
                created_at=at,
            )
            db.add(found)
        found.brand = brand
        return state_of(db, found, at)


def row_of(db: Session, serial: str) -> WalletPass | None:
    """The pass of a serial number, or None."""
    member, _, rest = serial.partition("-")
    if not rest or not (member.isascii() and member.isdigit()) or len(member) > 18:
        return None
    return db.get(WalletPass, (int(member), serial))


def state_of(db: Session, row: WalletPass, at: datetime) -> Pass:
    """A pass as it is at a moment."""
    state: CardState | VoucherState | None = None
    if row.voided_at is None:
        state = _card(db, row.member_id)
        if row.voucher_id is not None:
            state = _voucher(db, row.member_id, row.voucher_id, at)
    return Pass(row.serial, row.wallet, row.brand, row.voucher_id is not None, state, row.changed_at, at)


def _card(db: Session, member_id: int) -> CardState:
    member = records.get_member(db, member_id)
    return CardState(member.member_code, member.member_point_amount, member.membership_name)


def _voucher(db: Session, member_id: int, voucher_id: int, at: datetime) -> VoucherState:
    voucher = vouchers.read(db, member_id, voucher_id)
    outlets = outlets_of(db, voucher.outlet_ids) if voucher.outlet_ids else []
    return VoucherState(
        voucher_id,
        voucher.name,
        _state_of(voucher, at),
        voucher.usable_from,
        voucher.expires_at,
        voucher.min_spend_sen,
        tuple(each.name for each in outlets),
    )


def _state_of(voucher: Voucher, at: datetime) -> str:
    state = vouchers.state_of(voucher, at)
    return state if state in ("used", "cancelled", "expired") else "open"


def note_sent(serial: str) -> None:
    """Note that a device gets the pass's file of this moment."""
    with transaction() as db:
        this = WalletPass.member_id == int(serial.partition("-")[0]), WalletPass.serial == serial
        db.execute(update(WalletPass).where(*this).values(sent_at=now(db)))


def link(given: Pass) -> str:
    """The path of a pass's file, good for two minutes: a browser opens it without a session's header."""
    ends_at = int((given.at + rules.LINK_LIFE).timestamp())
    return f"/api/wallet/pass/{_serializer().dumps([given.serial, ends_at])}"


def of_link(db: Session, token: str) -> WalletPass:
    """The pass that a link leads to; raises NotFound when it is none of ours, too old, or void."""
    try:
        serial, ends_at = _serializer().loads(token)
    except (BadData, ValueError) as error:
        raise _no_link() from error
    row = row_of(db, serial) if now(db).timestamp() < ends_at else None
    if row is None or row.voided_at is not None:
        raise _no_link()
    return row


def _no_link() -> NotFound:
    return NotFound(Code.LINK_OVER)


def _serializer() -> URLSafeSerializer:
    """Signs by the first key and verifies by all: itsdangerous wants the oldest first."""
    return URLSafeSerializer(list(reversed(config.current().key_ring)), salt="loyalty.wallet")
