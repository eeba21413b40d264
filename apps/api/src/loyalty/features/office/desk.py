"""A member at the office's desk: shown, put right, given her data, erased. Each leaves a line in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from loyalty.db.session import transaction
from loyalty.features.access import service as access
from loyalty.features.members import service as members
from loyalty.features.office.log import Signature, note
from loyalty.features.passkeys import service as passkeys
from loyalty.features.personal import service as personal
from loyalty.features.points import bills
from loyalty.features.points import service as points
from loyalty.features.rewards import service as rewards
from loyalty.rules.bills import Status

RECENT = 10
# Ids of up to 19 digits: as many as a line of the log has room for.
MOST_IDS = 15


@dataclass(frozen=True)
class File:
    """A member as the office sees them: the record, bills that wait, what moved lately, what can be used."""

    member: members.Record
    pending: list[bills.BillFacts]
    activities: list[points.Activity]
    vouchers: list[rewards.VoucherFacts]


def find(text: str, limit: int, signature: Signature) -> list[members.Found]:
    """Members by what they say of themselves, masked; the log keeps whom it showed, not what was typed."""
    with transaction() as db:
        found = members.find(db, text, limit)
        note(db, signature, "member.find", _shown([each.id for each in found]))
        return found


def _shown(ids: list[int]) -> str:
    """How many were shown and who, as far as a line of the log takes them."""
    some = ", ".join(map(str, ids[:MOST_IDS]))
    return f"{len(ids)} found" + (f": {some}" if some else "") + (" …" if len(ids) > MOST_IDS else "")


def show(member_id: int, signature: Signature) -> File:
    """A member's file; raises NotFound. Looking is logged like doing."""
    with transaction() as db:
        person = members.record(db, member_id)
        note(db, signature, "member.show", person=person)
        return File(
            person,
            bills.listed(db, member_id=member_id, status=Status.PENDING),
            points.activities(db, member_id, limit=RECENT),
            rewards.vouchers(db, member_id, is_valid=True),
        )


def correct(member_id: int, changes: Mapping[str, Any], signature: Signature) -> members.Record:
    """Change what only the office may change; gives the record as it is then.

    `changes` is keyed as `members.correct` takes it. A new number signs them out everywhere and forgets their
    passkeys: the old telephone proves nothing any more. Raises Invalid, Conflict and NotFound as
    that does.
    """
    with transaction() as db:
        person = members.record(db, member_id)
        changed = members.correct(db, member_id, changes)
        if "mobile_number" in changed:
            access.sign_out_everywhere(db, member_id, "number_changed")
            passkeys.forget(db, member_id)
        note(db, signature, "member.correct", "changed " + (", ".join(changed) or "nothing"), person=person)
        return members.record(db, member_id)


def export(member_id: int, signature: Signature) -> personal.Export:
    """Everything about a member, for her; raises NotFound."""
    with transaction() as db:
        found = personal.export(db, member_id)
        note(db, signature, "member.export", person=found.member)
        return found


def erase(member_id: int, signature: Signature) -> None:
    """End a membership for a member who asks the office to; raises NotFound."""
    with transaction() as db:
        person = members.record(db, member_id)
        note(db, signature, "member.erase", person=person)
        personal.forget(db, member_id)


def sign_out(member_id: int, signature: Signature) -> tuple[int, int]:
    """Sign a member out on every device; forget those, and every passkey, which a lost telephone may hold.

    Gives how many sign-ins that ended, and how many passkeys there were. Raises NotFound.
    """
    with transaction() as db:
        person = members.record(db, member_id)
        ended = access.devices.end_everywhere(db, member_id)
        forgotten = passkeys.forget(db, member_id)
        what = f"ended {ended} sign-ins, forgot {forgotten} passkeys"
        note(db, signature, "member.sign-out", what, person=person)
        return ended, forgotten


def unlock(calling_code: str, typed: str, signature: Signature) -> int:
    """Forget the wrong codes at a number, a member's or not; gives how many there were.

    Raises Invalid with the country's sentence for what is no number.
    """
    number = access.number_of(calling_code, typed)
    with transaction() as db:
        failures = access.forget_failures(db, number)
        member_id = members.find_by_phone(db, number.calling_code, number.national)
        about = members.record(db, member_id) if member_id is not None else None
        note(db, signature, "member.unlock", f"forgot {failures} wrong codes", person=about)
        return failures
