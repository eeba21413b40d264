"""ClamAV's daemon as a scanner of attachments, by its INSTREAM command (clamd(8)).

The maintained clients are asynchronous or bring a command line along; the protocol is a few lines.
"""

import socket
from time import monotonic

import structlog
from prometheus_client import Counter

from loyalty.errors import Unavailable
from loyalty.rules.codes import Code

SCANS = Counter("loyalty_attachment_scans_total", "Scans of attachments, by result.", ["result"])
# For the whole scan, whatever clamd sends meanwhile.
TIMEOUT_S = 15.0
RETRY_AFTER_S = 120
_CHUNK = 64 * 1024
_MAX_REPLY = 4096

log = structlog.get_logger(__name__)


def reset_counters() -> None:
    """Export every result as 0: Prometheus sees an increase only of a figure that it has seen before."""
    for result in ("clean", "infected", "failed"):
        SCANS.labels(result)


def is_infected(address: str, content: bytes) -> bool:
    """Whether clamd finds a virus; raises Unavailable when it does not answer: nothing unscanned is kept."""
    try:
        reply = _reply_of(address, content)
        if reply.endswith(" FOUND"):
            log.warning("an attachment is infected", found=reply.removeprefix("stream: "))
            SCANS.labels("infected").inc()
            return True
        if reply != "stream: OK":
            raise OSError(f"clamd answered {reply!r}")
    except (OSError, UnicodeDecodeError) as error:
        log.error("an attachment could not be scanned", error=str(error))
        SCANS.labels("failed").inc()
        raise Unavailable(Code.SCANNER_UNAVAILABLE, retry_after_s=RETRY_AFTER_S) from error
    SCANS.labels("clean").inc()
    return False


def _reply_of(address: str, content: bytes) -> str:
    family, where = _parts(address)
    deadline = monotonic() + TIMEOUT_S
    with socket.socket(family, socket.SOCK_STREAM) as clamd:
        clamd.settimeout(TIMEOUT_S)
        clamd.connect(where)
        try:
            clamd.sendall(b"zINSTREAM\0")
            for start in range(0, len(content), _CHUNK):
                part = content[start : start + _CHUNK]
                clamd.settimeout(_left(deadline))
                clamd.sendall(len(part).to_bytes(4, "big") + part)
            clamd.sendall(bytes(4))
        except (BrokenPipeError, ConnectionResetError):
            pass  # clamd closes at its limit for a stream; its reply says why
        reply = b""
        while not reply.endswith(b"\0") and len(reply) < _MAX_REPLY:
            clamd.settimeout(_left(deadline))
            part = clamd.recv(1024)
            if not part:
                break
            reply += part
    return reply.rstrip(b"\0\n").decode("utf-8")


def _left(deadline: float) -> float:
    """Seconds until the deadline; raises TimeoutError when it has passed."""
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left


def _parts(address: str) -> tuple[int, str | tuple[str, int]]:
    """The family of a checked address, and where the socket connects to."""
    if address.startswith("unix:"):
        return socket.AF_UNIX, address.removeprefix("unix:")
    host, _, port = address.removeprefix("tcp://").rpartition(":")
    host = host.strip("[]")
    return socket.AF_INET6 if ":" in host else socket.AF_INET, (host, int(port))
