"""The tables of reconciling: what the columns of files of sales mean, and which days were compared."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base
from loyalty.rules.signing import MAX_OPERATOR


class SalesLayout(Base):
    """What the columns of files with these headings mean, as somebody said it for an outlet's sales.

    `columns` is a JSON list of meanings (`rules.sales_files.Meaning`) in the order of the headings.
    """

    __tablename__ = "sales_layouts"

    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"), primary_key=True, autoincrement=False)
    headings_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    columns: Mapped[str] = mapped_column(Text)
    day_order: Mapped[str | None] = mapped_column(String(3))
    saved_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    saved_at: Mapped[datetime]


class ReconciledDay(Base):
    """A business day of an outlet that was compared with a file of its sales, the last time: how many sales
    the file had, and in how many bills they differed or were not verified yet.
    """

    __tablename__ = "reconciled_days"

    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"), primary_key=True, autoincrement=False)
    day: Mapped[date] = mapped_column(primary_key=True)
    sales: Mapped[int]
    differing: Mapped[int]
    operator: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    at: Mapped[datetime]
