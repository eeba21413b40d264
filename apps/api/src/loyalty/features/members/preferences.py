"""Preferences, stored by section, so that saving one screen leaves those of other screens alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.clock import now
from loyalty.db.inserts import upsert
from loyalty.db.session import transaction
from loyalty.db.tables import Base
from loyalty.features.members.consents import record_marketing
from loyalty.rules.people import DEFAULTS, FREQUENCIES, LANGUAGES, MARKETING

Section = dict[str, Any]
# The channel of a choice that nobody made.
NOT_ASKED = "default"


class MemberPreferences(Base):
    """The sections a member has saved; null before that."""

    __tablename__ = "member_preferences"

    member_id: Mapped[int] = mapped_column(
        ForeignKey("members.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    notifications: Mapped[Section | None] = mapped_column(JSON(none_as_null=True))
    language: Mapped[Section | None] = mapped_column(JSON(none_as_null=True))
    privacy: Mapped[Section | None] = mapped_column(JSON(none_as_null=True))
    updated_at: Mapped[datetime]


@dataclass(frozen=True)
class Preferences:
    """All preferences of a member, with defaults (rules.people.DEFAULTS)."""

    notifications: Section
    language: Section
    privacy: Section


def read(db: Session, member_id: int) -> Preferences:
    """A member's preferences; fields they never saved have their defaults."""
    sections = (getattr(MemberPreferences, name) for name in DEFAULTS)
    query = select(*sections).where(MemberPreferences.member_id == member_id)
    row = db.execute(query).one_or_none()
    saved: dict[str, Section | None] = dict(row._mapping) if row else {}
    return Preferences(**{name: {**usual, **(saved.get(name) or {})} for name, usual in DEFAULTS.items()})


def save(member_id: int, changes: Mapping[str, Section], *, channel: str) -> Preferences:
    """Save some sections, each whole; returns all preferences. `changes` has the keys of DEFAULTS.

    Advertising switched on or off is recorded as a consent; `channel` is the app it was done in.
    """
    with transaction() as db:
        if "notifications" in changes:
            before = read(db, member_id).notifications
            record_marketing(db, member_id, before, changes["notifications"], channel=channel)
        if changes:
            values = {**changes, "updated_at": now(db)}
            upsert(db, MemberPreferences, {"member_id": member_id, **values}, values)
        return read(db, member_id)


def record_joining(
    db: Session, member_id: int, agreed: bool | None, *, channel: str, version: str | None
) -> None:
    """Record in the caller's transaction what a new member was asked about advertising, and answered.

    None: the form did not ask. `version` is that of the notice they saw.
    """
    usual = DEFAULTS["notifications"]
    answers = {kind: usual[kind] and agreed is not False for kind in MARKETING}
    how = NOT_ASKED if agreed is None else channel
    record_marketing(db, member_id, {}, answers, channel=how, version=version)
    if agreed is False:
        values = {"notifications": {**usual, **answers}, "updated_at": now(db)}
        upsert(db, MemberPreferences, {"member_id": member_id, **values}, values)


def bring_language(db: Session, member_id: int, chosen: str | None) -> None:
    """Store the language chosen before signing in, for a member who has saved none, in the caller's
    transaction. None and unknown languages change nothing.
    """
    if chosen not in LANGUAGES:
        return
    saved = db.scalar(select(MemberPreferences.language).where(MemberPreferences.member_id == member_id))
    if saved is None:
        values = {"language": {**DEFAULTS["language"], "selected_language": chosen}, "updated_at": now(db)}
        upsert(db, MemberPreferences, {"member_id": member_id, **values}, values)


def switch_off(db: Session, member_id: int, field: str, *, channel: str) -> None:
    """Switch one kind of message off, in the caller's transaction; of the frequency, take the least.

    Advertising is recorded as a consent withdrawn; `channel` is where it was done.
    """
    before = read(db, member_id).notifications
    least: Any = FREQUENCIES[-1] if field == "notification_frequency" else False
    after = {**before, field: least}
    record_marketing(db, member_id, before, after, channel=channel)
    values = {"notifications": after, "updated_at": now(db)}
    upsert(db, MemberPreferences, {"member_id": member_id, **values}, values)
