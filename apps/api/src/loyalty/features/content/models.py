"""The table of pictures. A picture never changes: another one has another name."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.base import Base


class Image(Base):
    """A picture as it is served; `tag` is the hash of its bytes."""

    __tablename__ = "images"

    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)
    tag: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime]
