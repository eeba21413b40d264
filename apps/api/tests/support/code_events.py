"""Codes that were sent and wrong tries, written as the limits count them."""

from datetime import datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from loyalty.features.access.context import number_of
from loyalty.features.access.models import CodeEvent
from loyalty.rules.otp import Purpose


def add(
    db: Session, amount: int, at: datetime, *, kind: str, number: str = "110000000", **values: Any
) -> None:
    """So many events of one kind at a moment, each at an address of its own."""
    of_number = number_of("60", number)
    row = {
        "kind": kind,
        "at": at,
        "purpose": Purpose.LOGIN,
        "number_hash": of_number.hash,
        "prefix_hash": of_number.prefix_hash,
        "calling_code": "60",
        "known_device": False,
        **values,
    }
    rows = [{**row, "network_hash": f"network {count}"} for count in range(amount)]
    db.execute(insert(CodeEvent), rows)
