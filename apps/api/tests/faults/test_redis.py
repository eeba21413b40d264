"""SECURITY.md F10: Redis counts requests and nothing else. Whatever it does, no member notices, and the
limits on codes, which are rows of the database, hold.
"""

import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import which

import pytest
from structlog.testing import capture_logs

from loyalty import create_app
from loyalty.config import Config
from loyalty.http import rate_limits
from support.factories import a_member, signed_in
from support.login_steps import ask
from support.silent_proxy import SilentProxy

pytestmark = pytest.mark.long

READS = 20


def with_redis(config: Config, port: int) -> Config:
    return config.model_copy(update={"redis_url": f"redis://127.0.0.1:{port}/0", "rate_limits": True})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Redis:
    """A real Redis that forgets everything when it ends."""

    def __init__(self, *arguments: str) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(  # noqa: S603
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", *arguments],  # noqa: S607
            stdout=subprocess.DEVNULL,
        )
        while True:
            try:
                self.connect().close()
            except OSError:
                assert self.process.poll() is None
                time.sleep(0.02)
            else:
                return

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def killed() -> Iterator[tuple[int, Callable[[], None]]]:
    redis = Redis()
    yield redis.port, redis.kill
    redis.kill()


@contextmanager
def full() -> Iterator[tuple[int, Callable[[], None]]]:
    """Out of memory, and not allowed to forget anything."""
    redis = Redis("--maxmemory", "1", "--maxmemory-policy", "noeviction")
    yield redis.port, lambda: None
    redis.kill()


@contextmanager
def silent() -> Iterator[tuple[int, Callable[[], None]]]:
    """Slower than anybody waits."""
    redis = Redis()
    network = SilentProxy(redis.connect)
    yield network.port, network.swallow
    network.close()
    redis.kill()


@contextmanager
def babbling() -> Iterator[tuple[int, Callable[[], None]]]:
    """It answers, but nothing that anybody understands."""
    server = socket.create_server(("127.0.0.1", 0))
    callers: list[socket.socket] = []

    def babble() -> None:
        while True:
            try:
                callers.append(server.accept()[0])
                callers[-1].sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            except OSError:
                return

    babbler = threading.Thread(target=babble, daemon=True)
    babbler.start()
    yield server.getsockname()[1], lambda: None
    server.shutdown(socket.SHUT_RDWR)
    babbler.join()
    for each in (server, *callers):
        each.close()


@pytest.mark.skipif(which("redis-server") is None, reason="Redis is not installed")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("fault", [killed, full, silent, babbling])
def test_whatever_redis_does_reads_are_answered_and_the_limits_on_codes_hold(config, fault):
    with fault() as (port, strike):
        app = create_app(with_redis(config, port))
        client = app.test_client()
        headers = signed_in(app, member := a_member(app.extensions["loyalty.database"]))
        with capture_logs() as log:
            before = client.get(f"/api/member/{member}", headers=headers).status_code
            strike()
            started = time.monotonic()
            reads = [client.get(f"/api/member/{member}", headers=headers).status_code for _ in range(READS)]
        waited_s = time.monotonic() - started
        codes = [ask(client).status_code for _ in range(3)]
        app.extensions["loyalty.database"].close()

    assert (before, reads) == (200, [200] * READS)
    assert codes == [200, 429, 429]
    # On a slow machine the limiter may have tried again meanwhile: each try is an event, no request is.
    events = [line["kind"] for line in log if line["event"] == "security event"]
    assert events[0] == "rate_limiter_down"
    assert set(events) <= {"rate_limiter_down", "rate_limiter_back"}
    assert len(events) < READS / 2
    # Not each of them has waited for an answer that does not come; a whole one would be 2 s and more.
    assert waited_s < READS


@pytest.mark.skipif(which("redis-server") is None, reason="Redis is not installed")
def test_two_nodes_count_requests_together(config, monkeypatch):
    """Of what the application answers: each node counts what it serves from its kept lists by itself."""
    monkeypatch.setattr(rate_limits, "PER_ADDRESS", "20 per minute")
    redis = Redis()
    nodes = [create_app(with_redis(config, redis.port)) for _ in range(2)]
    clients = [node.test_client() for node in nodes]
    answers = [clients[nth % 2].get("/api/member/checksession").status_code for nth in range(21)]
    for node in nodes:
        node.extensions["loyalty.database"].close()
    redis.kill()

    assert answers == [401] * 20 + [429]


@pytest.mark.skipif(which("redis-server") is None or which("openssl") is None, reason="a program is missing")
@pytest.mark.parametrize("is_trusted", [True, False])
def test_requests_are_counted_by_a_redis_that_speaks_tls_alone_where_its_certificate_is_trusted(
    config, tmp_path, is_trusted
):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",  # noqa: S607
         "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem"],
        check=True, capture_output=True, cwd=tmp_path,
    )  # fmt: skip
    certificate, port = tmp_path / "certificate.pem", free_port()
    files = [
        "--tls-cert-file",
        certificate,
        "--tls-key-file",
        tmp_path / "key.pem",
        "--tls-auth-clients",
        "no",
    ]
    redis = Redis("--tls-port", str(port), *map(str, files))
    trusted = f"?ssl_ca_certs={certificate}" if is_trusted else ""
    address = f"rediss://localhost:{port}/0{trusted}"
    app = create_app(config.model_copy(update={"redis_url": address, "rate_limits": True}))
    with capture_logs() as log:
        assert app.test_client().get("/api/member/checksession").status_code == 401
    app.extensions["loyalty.database"].close()
    redis.kill()

    down = [line for line in log if line.get("kind") == "rate_limiter_down"]
    assert bool(down) is not is_trusted
