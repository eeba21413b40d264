"""Quiet hours, as a reader of the settings would say them: minute by minute."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

KUALA_LUMPUR = ZoneInfo("Asia/Kuala_Lumpur")


def in_quiet_hours(moment: datetime, preferences: Mapping[str, Any]) -> bool:
    """Whether a moment lies in the quiet hours of these preferences."""
    minute = moment.astimezone(KUALA_LUMPUR).strftime("%H:%M")
    start, end = preferences["quiet_hours_start"], preferences["quiet_hours_end"]
    if not preferences["quiet_hours_enabled"] or start == end:
        return False
    return start <= minute < end if start < end else minute >= start or minute < end
