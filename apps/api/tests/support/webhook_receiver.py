"""A receiver of webhooks on loopback: keeps what arrives, answers as set, checks it by the npm library."""

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.loopback import QuietHandler, serving

VERIFY = Path(__file__).with_name("verify-webhook.mjs")


@dataclass(frozen=True)
class Received:
    """One request. `taken` is whether it was answered with 2xx."""

    headers: dict[str, str]
    body: bytes
    status: int

    @property
    def event(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


@dataclass
class Receiver:
    """`answer(event)` returns the status, or None to hang up without an answer, after `delay_s()` seconds;
    `text` is the answers' body. What came is in `all`, unless it does not `keep` it.
    """

    host: str = ""
    answer: Callable[[dict[str, Any]], int | None] = field(default=lambda _event: 204)
    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""
    delay_s: Callable[[], float] = field(default=lambda: 0.0)
    keeps: bool = True
    all: list[Received] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://{self.host}/hook"

    @property
    def taken(self) -> list[Received]:
        return [each for each in self.all if 200 <= each.status < 300]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events that were taken, each once: a receiver passes over an id that it knows."""
        return [each.event for each in {each.id: each for each in reversed(self.taken)}.values()][::-1]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port."""
    found = Receiver()

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if delay_s := found.delay_s():
                threading.Event().wait(delay_s)
            with found.lock:
                status = found.answer(json.loads(body))
                headers = {name.lower(): value for name, value in self.headers.items()}
                if found.keeps:
                    found.all.append(Received(headers, body, status or 0))
            if status is None:
                self.close_connection = True
                return
            self.send_response(status)
            for name, value in found.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(found.text)))
            self.end_headers()
            self.wfile.write(found.text.encode())

    with serving(Handler) as host:
        found.host = host
        yield found


def verified(secret: str, *requests: Received) -> list[str]:
    """What the npm library `standardwebhooks` says of each request."""
    lines = [
        json.dumps({"secret": secret, "body": each.body.decode(), "headers": each.headers})
        for each in requests
    ]
    done = subprocess.run(  # noqa: S603
        ["node", str(VERIFY)],  # noqa: S607
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("\n")[:-1]
