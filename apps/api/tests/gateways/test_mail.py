"""Emails arrive at a real mail server, and wait for one that is down."""

import json
import socket
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import select

from loyalty.db import jobs
from loyalty.db.jobs import Job
from loyalty.db.session import current_session
from loyalty.features.enquiries.inbox import compose
from loyalty.gateways.channels import EmailChannel, FileChannel, MailServer
from loyalty.gateways.outbox import EMAIL
from support.attachments import PDF, a_feedback, an_application
from support.loopback import trickling
from support.outbox_message import drain


class Mailbox:
    """A mail server: keeps what arrives, or refuses as often as configured."""

    def __init__(self) -> None:
        self.emails: list[EmailMessage] = []
        self.refusals = 0

    async def handle_DATA(self, _server, _session, envelope):  # aiosmtpd's name
        if self.refusals:
            self.refusals -= 1
            return "451 Not now"
        self.emails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


@pytest.fixture
def mailbox():
    return Mailbox()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def mail_server(mailbox):
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    yield f"smtp://127.0.0.1:{controller.port}"
    controller.stop()


@pytest.fixture
def deliver(database):
    """Send the emails that are due, by this address or transport; how many were taken up."""

    def delivering(to) -> int:
        transport = MailServer(to) if isinstance(to, str) else to
        with database.bound():
            return drain(EmailChannel(compose, transport.deliver), queue=EMAIL)

    return delivering


@pytest.fixture
def row(database):
    def read() -> Job:
        with database.bound():
            return current_session().scalars(select(Job)).one()

    return read


@pytest.fixture(autouse=True)
def settled(app):
    """The settings are bound as in a worker."""
    with app.app_context():
        yield


def test_an_application_arrives_with_its_file(client, mail_server, mailbox, deliver, row):
    client.post("/api/email/career", json=an_application(PDF, "My CV.pdf", FullName="Siti Nurhaliza ☕"))
    assert deliver(mail_server) == 1
    [email] = mailbox.emails
    assert email["To"] == "careers@kruabowl.example"
    assert email["Reply-To"] == "Siti Nurhaliza ☕ <aisyah@example.com>"
    assert (
        " ".join(email["Subject"].split()) == "Application 1: Kitchen Crew, Kuala Lumpur, Siti Nurhaliza ☕"
    )
    assert email["Message-ID"] == "<enquiry-1@kruabowl.example>"
    text = email.get_body(("plain",)).get_content()
    assert "Identification number: 940308-14-5566" in text
    [file] = email.iter_attachments()
    assert (file.get_filename(), file.get_content_type()) == ("application-1.pdf", "application/pdf")
    assert file.get_content() == PDF
    assert row().state == "done"
    assert deliver(mail_server) == 0


def test_a_feedback_arrives_as_plain_text(client, mail_server, mailbox, deliver):
    client.post("/api/email/feedback", json=a_feedback(Remarks="<script>alert(1)</script>"))
    deliver(mail_server)
    [email] = mailbox.emails
    assert (email["To"], email.get_content_type()) == ("hello@kruabowl.example", "text/plain")
    assert "<script>alert(1)</script>" in email.get_content()


def test_a_dead_mail_server_loses_nothing(client, mail_server, mailbox, deliver, row, clock):
    """SECURITY.md F13"""
    client.post("/api/email/career", json=an_application(PDF))
    dead = f"smtp://127.0.0.1:{free_port()}"
    tries = 0
    for _ in range(40):
        tries += deliver(dead)
        clock.advance(hours=1)
    assert tries == 40
    assert (row().state, row().last_error) == ("waiting", "ConnectionRefusedError")
    mailbox.refusals = 1
    deliver(mail_server)
    assert (row().state, row().last_error) == ("waiting", "SMTPDataError")
    clock.advance(hours=1)
    deliver(mail_server)
    assert [row().state, len(mailbox.emails)] == ["done", 1]


def test_an_email_fails_after_days_and_the_enquiry_is_still_there(app, client, deliver, row, clock):
    client.post("/api/email/feedback", json=a_feedback())
    dead = f"smtp://127.0.0.1:{free_port()}"
    for _ in range(90):
        deliver(dead)
        clock.advance(hours=1)
    assert (row().state, row().tries) == ("failed", jobs.POLICIES[EMAIL].tries)
    assert "failed" in app.test_cli_runner().invoke(args=["queues", "list"]).output


def test_an_email_waits_when_the_server_does_not_answer(client, deliver, row):
    client.post("/api/email/feedback", json=a_feedback())
    with socket.create_server(("127.0.0.1", 0)) as silent:
        deliver(MailServer(f"smtp://127.0.0.1:{silent.getsockname()[1]}", timeout_s=0.3))
    assert (row().state, row().last_error) == ("waiting", "TimeoutError")


def test_an_email_waits_when_the_server_never_ends_its_answer(client, deliver, row):
    client.post("/api/email/feedback", json=a_feedback())
    with trickling(b"220 mail.example.com ") as (host, cut):
        deliver(MailServer(f"smtp://{host}", timeout_s=0.3))
        assert cut.wait(5)
    assert (row().state, row().last_error) == ("waiting", "TimeoutError")


def test_a_code_does_not_wait_behind_an_email(client, database, sent):
    client.post("/api/email/feedback", json=a_feedback())
    client.post("/api/member/login/otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    assert len(sent.all()) == 1
    assert sent.all()[0].kind != "feedback"


def test_the_development_file_shows_emails(client, deliver, tmp_path, capsys):
    client.post("/api/email/career", json=an_application(PDF))
    deliver(FileChannel(str(tmp_path / "messages.jsonl"), shown=True))
    line = json.loads((tmp_path / "messages.jsonl").read_text())
    assert (line["to"], line["kind"]) == ("careers@kruabowl.example", "career")
    assert line["attachments"] == ["application-1.pdf"]
    assert "Application 1: Kitchen Crew" in capsys.readouterr().out
