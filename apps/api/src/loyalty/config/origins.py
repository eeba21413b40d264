"""Which origins a token or a code may be sent to."""

from __future__ import annotations

from urllib.parse import urlsplit


def handoff_problem(site: str, mini: str) -> str | None:
    """Why members cannot be handed from `site` to `mini`, or None (handoff.md B15)."""
    for name, origin in (("LOYALTY_SITE_ORIGIN", site), ("LOYALTY_MINI_ORIGIN", mini)):
        problem = origin_problem(origin)
        if problem:
            return f"{name} {problem}"
    if urlsplit(site.lower()).netloc == urlsplit(mini.lower()).netloc:
        return "LOYALTY_SITE_ORIGIN and LOYALTY_MINI_ORIGIN should be different"
    return None


def origin_problem(origin: str) -> str | None:
    """Why this is no origin we may send a token to, or None."""
    if not origin:
        return "is empty"
    try:
        parts = urlsplit(origin)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return "is not an origin"
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        return "is not an origin"
    if parts.path or parts.query or parts.fragment:
        return "should have no path"
    local = host in ("localhost", "127.0.0.1", "::1") or host.endswith(".localhost")
    if parts.scheme == "http" and not local:
        return "should use https"
    return None
