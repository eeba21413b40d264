"""Whether somebody still waits for the answer to the request at hand."""

from __future__ import annotations

import select
import socket

from flask import request


def somebody_waits() -> bool:
    """False when whoever sent the request has hung up: a page that was left cancels what it asked.

    A proxy passes that on by hanging up too. Where the server does not show its socket, somebody waits.
    """
    environ = request.environ
    line: socket.socket | None = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    return line is None or not _has_ended(line)


def _has_ended(line: socket.socket) -> bool:
    """Whether nothing can come on this line any more; waits for nothing and takes nothing from it."""
    look = select.poll()
    try:
        look.register(line, select.POLLIN)
        return bool(look.poll(0)) and line.recv(1, socket.MSG_PEEK) == b""
    except ConnectionError:
        return True
    except (OSError, ValueError):  # closed here already, or encrypted: nothing is known
        return False
