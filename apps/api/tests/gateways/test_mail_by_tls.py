"""Emails are sent encrypted, and only to a server whose certificate is trusted (SECURITY.md F13)."""

import socket
import ssl
import subprocess
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from shutil import which

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from loyalty.gateways.channels import MailServer, Message

pytestmark = [
    pytest.mark.skipif(which("openssl") is None, reason="openssl makes the certificate"),
    # With TLS from the first byte the library does not know that there is any.
    pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS"),
]

ACCOUNT, PASSWORD = "mailer", "p@ss:word/1"


class Server(Controller):
    """A mail server on loopback with TLS, at once or after STARTTLS, and one account."""

    def __init__(self, certificate: ssl.SSLContext, *, at_once: bool) -> None:
        self.received: list[tuple[bool, bytes]] = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        encrypted = {"ssl_context": certificate} if at_once else {"tls_context": certificate}
        known = {"authenticator": self._knows, "auth_required": True, "auth_require_tls": not at_once}
        # Another name than the certificate's would be refused.
        super().__init__(self, hostname="localhost", port=port, **encrypted, **known)

    def _knows(self, _server, _session, _envelope, _mechanism, result) -> AuthResult:
        return AuthResult(success=(result.login, result.password) == (ACCOUNT.encode(), PASSWORD.encode()))

    async def handle_DATA(self, _server, session, envelope):  # aiosmtpd's name
        self.received.append((session.ssl is not None, envelope.content))
        return "250 OK"

    def _trigger_server(self) -> None:
        """The library would try its server's certificate as a client's."""
        socket.create_connection(("localhost", self.port)).close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Path:
    """A certificate for localhost that nobody signed but itself, with its key in the same folder."""
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",  # noqa: S607
         "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem"],
        check=True, capture_output=True, cwd=folder,
    )  # fmt: skip
    return folder / "certificate.pem"


@pytest.fixture(params=["smtp+starttls", "smtps"])
def server(request, certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    running = Server(context, at_once=request.param == "smtps")
    running.start()
    running.url = f"{request.param}://{ACCOUNT}:p%40ss%3Aword%2F1@localhost:{running.port}"
    yield running
    running.stop()


@pytest.fixture
def trusted(monkeypatch, certificate):
    """OpenSSL's own setting for whom a machine trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


def deliver(url: str) -> None:
    email = EmailMessage()
    email["From"], email["To"], email["Subject"] = "us@example.com", "you@example.com", "Hello"
    email.set_content("A secret between us.")
    at = datetime(2026, 3, 14, tzinfo=UTC)
    MailServer(url, timeout_s=5).deliver(email, Message("you@example.com", "feedback", "", None, at, "job-1"))


@pytest.mark.usefixtures("trusted")
def test_an_email_is_sent_encrypted_and_signed_in_to_a_trusted_server(server):
    deliver(server.url)

    [(encrypted, content)] = server.received
    assert encrypted or server.url.startswith("smtps")
    assert b"A secret between us." in content


def test_nothing_is_sent_to_a_server_with_a_self_signed_certificate(server):
    with pytest.raises(ssl.SSLCertVerificationError, match="self-signed"):
        deliver(server.url)

    assert server.received == []


@pytest.mark.usefixtures("trusted")
def test_nothing_is_sent_to_a_server_with_the_certificate_of_another_host(server):
    with pytest.raises(ssl.SSLCertVerificationError, match=r"127\.0\.0\.1"):
        deliver(server.url.replace("localhost", "127.0.0.1"))

    assert server.received == []


@pytest.mark.usefixtures("trusted")
def test_a_server_that_cannot_encrypt_gets_neither_email_nor_password(certificate):
    """Somebody on the way may have cut the offer out."""
    heard: list[bytes] = []

    class Plain:
        async def handle_DATA(self, _server, _session, envelope):  # aiosmtpd's name
            heard.append(envelope.content)
            return "250 OK"

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    plain = Controller(Plain(), hostname="localhost", port=port)
    plain.start()
    with pytest.raises(Exception, match="STARTTLS"):
        deliver(f"smtp+starttls://{ACCOUNT}:secret@localhost:{port}")
    plain.stop()

    assert heard == []
