"""The databases of releases, kept beside this file."""

from datetime import UTC, datetime
from pathlib import Path

DATA = Path(__file__).parent
# When all that is in them happened last: noon in Malaysia, on a day in the middle of a quarter.
MADE_AT = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)
