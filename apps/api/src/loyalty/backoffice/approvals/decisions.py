"""What one person proposes and another decides: the states of a proposal, and the decision."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.independence import why_not_independent
from loyalty.backoffice.log.log import Signature
from loyalty.db.clock import now
from loyalty.db.session import rows_changed
from loyalty.db.tables import Base
from loyalty.errors import Conflict, NotFound
from loyalty.rules.signing import is_same_operator

WAITING, DONE, REFUSED, WITHDRAWN = "waiting", "done", "refused", "withdrawn"


def waiting(db: Session, proposals: type[Base]) -> list[Row[Any]]:
    """The proposals of a table that wait for another person, the oldest first."""
    columns = proposals.__table__.c
    return list(db.execute(select(*columns).where(columns.state == WAITING).order_by(columns.id)))


def read(db: Session, proposals: type[Base], proposal_id: int) -> Row[Any]:
    """One proposal; raises NotFound."""
    columns = proposals.__table__.c
    row = db.execute(select(*columns).where(columns.id == proposal_id)).one_or_none()
    if row is None:
        raise NotFound("There is no such proposal.")
    return row


def refuse_dependent(db: Session, asked_by: str, signature: Signature) -> None:
    """Raise Conflict `four_eyes` for somebody who cannot decide what `asked_by` proposed, with the tie."""
    if why := why_not_independent(db, asked_by, signature.operator, now(db)):
        raise Conflict(why, "four_eyes")


def decide(
    db: Session, proposals: type[Base], proposal_id: int, signature: Signature, state: str
) -> Row[Any]:
    """Write the decision on a proposal, in the caller's transaction; gives it as it was proposed.

    Raises NotFound, Conflict `four_eyes` for approving or refusing what one is not independent of, `not_own`
    for withdrawing another's, and `decided`.
    """
    asked, columns = read(db, proposals, proposal_id), proposals.__table__.c
    if state != WITHDRAWN:
        refuse_dependent(db, asked.asked_by, signature)
    elif not is_same_operator(asked.asked_by, signature.operator):
        raise Conflict("Only the person who proposed this can withdraw it.", "not_own")
    decided = update(proposals).where(columns.id == proposal_id, columns.state == WAITING)
    values = {"state": state, "decided_by": signature.operator, "decided_at": now(db)}
    if rows_changed(db, decided.values(values)) != 1:
        raise Conflict("This proposal was decided already.", "decided")
    return asked
