"""Flood limits per address. Limits that protect money or codes are rows in the database, not these."""

from __future__ import annotations

from flask import Flask
from flask_limiter import Limiter

from loyalty.http.address import client_network

PER_ADDRESS = "1200 per minute"


def init_app(app: Flask, *, redis_url: str, on: bool) -> Limiter:
    """Count requests per address, in Redis when several processes share the load; without Redis,
    in memory.
    """
    return Limiter(
        client_network,
        app=app,
        application_limits=[PER_ADDRESS],
        application_limits_exempt_when=_is_probe,
        storage_uri=redis_url or "memory://",
        in_memory_fallback_enabled=bool(redis_url),
        in_memory_fallback=[PER_ADDRESS] if redis_url else [],
        enabled=on,
        headers_enabled=False,
        swallow_errors=True,
    )


def _is_probe() -> bool:
    from flask import request

    return request.path in ("/healthz", "/readyz", "/metrics")
