"""The table of tills that the staff are about to enrol."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.features.till.models import MAX_NAME as MAX_TILL_NAME


class TillEnrolment(Base):
    """A code by which a tablet becomes a till of an outlet; it counts once."""

    __tablename__ = "till_enrolments"

    id: Mapped[Id]
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    name: Mapped[str] = mapped_column(String(MAX_TILL_NAME))
    created_at: Mapped[datetime]
    created_by: Mapped[int] = mapped_column(ForeignKey("staff.id"))
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))
