"""Whether what somebody says about a member can be stored, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.errors import Invalid
from loyalty.features.outlets import service as outlets
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.people import (
    gender,
    problem_with_date_of_birth,
    problem_with_email,
    problem_with_name,
    tidy_name,
)


def checked(db: Session, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    """The values as they are stored; raises Invalid for the first that is none."""
    tidy = dict(values)
    if "name" in tidy:
        tidy["name"] = tidy_name(tidy["name"])
        _refuse("name", problem_with_name(tidy["name"]))
    if tidy.get("email") is not None:
        _refuse("email", problem_with_email(tidy["email"]))
    if "gender_id" in tidy:
        tidy["gender_id"] = gender(tidy["gender_id"])
    if "date_of_birth" in tidy:
        _refuse("dateOfBirth", problem_with_date_of_birth(tidy["date_of_birth"], malaysian_date(at)))
    if "outlet_id" in tidy and not outlets.is_open(db, tidy["outlet_id"]):
        _refuse("outletId", "Please choose one of our outlets")
    return tidy


def _refuse(field: str, problem: str | None) -> None:
    if problem:
        raise Invalid(problem, field=field)
