"""APNs and Google Wallet on loopback: they check who asks, and record what they are asked."""

import json
import socket
import ssl
import threading
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, RequestReceived, StreamEnded

from support.loopback import QuietHandler, serving


@dataclass
class Apns:
    """What arrived; `answers` are statuses with reasons that are given before 200."""

    url: str = ""
    answers: list[tuple[int, str]] = field(default_factory=list)
    pushes: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def apns(chain: str, root: str) -> Iterator[Apns]:
    """APNs, which speaks HTTP/2 only and knows us by our certificate."""
    found = Apns()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=root)
    context.load_cert_chain(chain)
    context.verify_mode = ssl.CERT_REQUIRED
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            with plain:
                try:
                    with context.wrap_socket(plain, server_side=True) as line:
                        _answer(found, line)
                except OSError:
                    continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    found.url = f"https://localhost:{listener.getsockname()[1]}"
    yield found
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


def _answer(found: Apns, line: ssl.SSLSocket) -> None:
    http = H2Connection(H2Configuration(client_side=False))
    http.initiate_connection()
    line.sendall(http.data_to_send())
    asked: dict[str, Any] = {}
    while data := line.recv(65_536):
        for event in http.receive_data(data):
            if isinstance(event, RequestReceived):
                headers = {name.decode(): value.decode() for name, value in event.headers}
                asked = {"path": headers[":path"], "topic": headers["apns-topic"], "body": b""}
                asked["subject"] = line.getpeercert()["subject"]  # type: ignore[index]
            elif isinstance(event, DataReceived):
                asked["body"] += event.data
            elif isinstance(event, StreamEnded):
                found.pushes.append(asked)
                status, reason = found.answers.pop(0) if found.answers else (200, "")
                http.send_headers(event.stream_id, [(":status", str(status))], end_stream=not reason)
                if reason:
                    body = json.dumps({"reason": reason}).encode()
                    http.send_data(event.stream_id, body, end_stream=True)
        line.sendall(http.data_to_send())


def claims_of(jwt: str, key: RSAPublicKey) -> tuple[dict[str, Any], dict[str, Any]]:
    """The head and the claims of a token; raises InvalidSignature for one of another key."""
    head, claims, signature = jwt.split(".")
    key.verify(_data(signature), f"{head}.{claims}".encode(), PKCS1v15(), SHA256())
    return json.loads(_data(head)), json.loads(_data(claims))


def _data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Google:
    """What was saved, and what was asked since; `answers` are statuses that are given first."""

    key: RSAPublicKey
    url: str = ""
    saved: dict[str, dict[str, Any]] = field(default_factory=dict)
    writes: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    tokens: int = 0
    answers: list[int] = field(default_factory=list)
    written: threading.Event = field(default_factory=threading.Event)  # a change was answered


@contextmanager
def google(key: RSAPublicKey) -> Iterator[Google]:
    """Google's tokens and Wallet's API: an object is changed only where it is there."""
    found = Google(key)

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/token":
                form = parse_qs(body.decode())
                _head, said = claims_of(form["assertion"][0], found.key)
                assert said["aud"] == f"{found.url}/token"
                assert said["scope"].endswith("wallet_object.issuer")
                found.tokens += 1
                self.answer(200, {"access_token": f"token-{found.tokens}", "expires_in": 3600})
                return
            content = json.loads(body)
            found.writes.append(("POST", self.path, content))
            found.saved[content["id"]] = content
            self.answer(200, content)

        def do_PUT(self) -> None:
            content = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.headers["Authorization"] != f"Bearer token-{found.tokens}":
                self.answer(401, {})
                return
            found.writes.append(("PUT", self.path, content))
            if found.answers:
                self.answer(found.answers.pop(0), {})
                return
            known = unquote(self.path.rpartition("/")[2])
            if known not in found.saved:
                self.answer(404, {})
                return
            found.saved[known] = content
            self.answer(200, content)
            found.written.set()

        def answer(self, status: int, content: dict[str, Any]) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with serving(Handler) as host:
        found.url = f"http://{host}"
        yield found
