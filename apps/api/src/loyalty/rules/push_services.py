"""The services that pushes go to. A browser names its own, so anybody could name any host."""

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

# Chrome and most others; Firefox; Edge and Windows; Safari. Their hosts, or the domains of these.
KNOWN: Final = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")


def service_of(endpoint: str, others: Collection[str] = ()) -> str | None:
    """The service that an address belongs to, known or one of `others`; None of any other host."""
    host = urlsplit(endpoint).netloc.lower()
    return next((each for each in (*KNOWN, *others) if f".{host}".endswith(f".{each}")), None)
