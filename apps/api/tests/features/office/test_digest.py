"""The daily digest: written once; a ledger or log rewritten since is found, even with the key."""
# ruff: noqa: S608  # the statements are this file's own

from __future__ import annotations

import json
import socket
from email import message_from_bytes, policy
from hashlib import sha256

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import text

from factories import a_bill, a_member
from loyalty.db.connections import connection, transaction
from loyalty.features.office import log
from loyalty.features.points import ledger
from loyalty.gateways.channels import EmailChannel, SmtpTransport
from loyalty.gateways.outbox import EMAIL
from loyalty.worker import compose
from outbox_message import drain


@pytest.fixture(autouse=True)
def digests(change_settings, tmp_path):
    (tmp_path / "digests").mkdir()
    change_settings(digest_to=f"file:{tmp_path}/digests")


@pytest.fixture
def run(app):
    """`run("scheduler", "run")`: how a command ends, and what it says."""

    def command(*words):
        result = app.test_cli_runner().invoke(args=[str(word) for word in words])
        return result.exit_code, result.stdout

    return command


@pytest.fixture
def member(database):
    made = a_member(database, earned=500)
    a_member(database, earned=70)
    with database.bound(), transaction() as db:
        ledger.spend(db, made, 100, a_bill(), "a treat")
        log.note(db, log.Signature("mei", "Ticket 4711"), "member.show", member_id=made)
    return made


@pytest.fixture
def written(run, clock, member, tmp_path):
    """The digest of 14 March, after which the member went on."""
    assert run("scheduler", "run")[0] == 0
    return tmp_path / "digests/2026-03-14.json"


@pytest.fixture
def change(owner):
    """`change(sql)` past all triggers, by the owner of the tables."""

    def run(sql: str) -> None:
        with owner.writes.begin() as connection:
            for table in ("ledger_entries", "office_log"):
                if not owner.is_sqlite:
                    connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER USER"))
                    continue
                for name in ("update", "delete"):
                    connection.execute(text(f"DROP TRIGGER IF EXISTS {table}_no_{name}"))
            connection.execute(text(sql))

    return run


RIGHT = (0, "Everything the digest covers is unchanged.\n")
LEDGER = (1, "The ledger up to entry 5 is not what it was on 2026-03-14.\n")
LOG = (1, "The log up to entry 1 is not what it was on 2026-03-14.\n")


def test_one_digest_is_written_a_day_and_never_overwritten(run, written, clock, tmp_path):
    first = written.read_text()
    document = json.loads(first)
    ledger = document["ledger"]
    assert (document["date"], ledger["entries"], ledger["points"]) == ("2026-03-14", 5, 470)
    assert written.stat().st_mode & 0o777 == 0o440
    clock.advance(hours=1)
    assert run("scheduler", "run")[0] == 0
    assert written.read_text() == first
    clock.advance(days=1)
    assert run("scheduler", "run", "--dry-run")[0] == 0
    assert [each.name for each in sorted((tmp_path / "digests").iterdir())] == ["2026-03-14.json"]
    assert run("scheduler", "run")[0] == 0
    assert [each.name for each in sorted((tmp_path / "digests").iterdir())] == [
        "2026-03-14.json",
        "2026-03-15.json",
    ]


def test_the_root_is_of_the_heads_of_all_chains(written, database):
    """The heads of that day give the same root by RFC 6962 alone."""
    with database.bound():
        accounts = connection().execute(text("SELECT member_id, seq, head FROM point_accounts ORDER BY 1"))
        leaves = [sha256(b"\0" + ":".join(map(str, row)).encode()).digest() for row in accounts]
    one, two = leaves

    assert json.loads(written.read_text())["ledger"]["root"] == sha256(b"\1" + one + two).hexdigest()


def test_later_entries_do_not_change_a_digest(run, written, database, member, clock):
    clock.advance(days=2)
    a_member(database, earned=30)
    with database.bound(), transaction() as db:
        ledger.spend(db, member, 50, a_bill(), "another treat")
        log.note(db, log.Signature("mei", "Ticket 4712"), "member.show", member_id=member)
    assert run("audit", "digest", "verify", written) == RIGHT


def test_a_ledger_rewritten_with_the_key_is_found(run, written, database, member, change):
    with database.bound(), transaction() as db:
        ledger.spend(db, member, 50, a_bill(), "another treat")
    seal = "'" + "a" * 64 + "'"
    change(f"UPDATE ledger_entries SET seal_before = {seal} WHERE member_id = {member} AND seq = 4")
    assert run("audit", "digest", "verify", written) == LEDGER


def test_a_log_rewritten_with_the_key_is_found(run, written, database, member, change):
    with database.bound(), transaction() as db:
        log.note(db, log.Signature("mei", "Ticket 4712"), "member.show", member_id=member)
    assert run("audit", "digest", "verify", written) == RIGHT
    change("UPDATE office_log SET seal_before = replace(seal_before, '0', '1') WHERE id = 2")
    assert run("audit", "digest", "verify", written) == LOG


def test_deleted_ledger_entries_and_log_entries_are_found(run, written, change):
    change("DELETE FROM office_log")
    assert run("audit", "digest", "verify", written) == LOG
    change("DELETE FROM ledger_entries WHERE seq = 3")
    assert run("audit", "digest", "verify", written) == (1, LEDGER[1] + LOG[1])


def test_a_changed_digest_and_other_files_are_refused(run, written, tmp_path):
    forged = json.loads(written.read_text())
    forged["ledger"]["points"] += 50_000
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    assert run("audit", "digest", "verify", tmp_path / "forged.json")[0] == 1
    (tmp_path / "none.json").write_text("[]")
    assert run("audit", "digest", "verify", tmp_path / "none.json")[0] == 1


def test_a_missing_folder_fails_only_the_job_of_the_digest(run, member, clock, tmp_path):
    (tmp_path / "digests").rmdir()
    code, output = run("scheduler", "run")
    assert (code, "FileNotFoundError" in output, "tiers stepped down" in output) == (1, True, True)


@pytest.mark.usefixtures("member", "clock")
class TestByMail:
    """The same digest in a mailbox, from where it is saved as the mail program likes."""

    @pytest.fixture
    def arrived(self):
        return []

    @pytest.fixture
    def smtp_url(self, change_settings, arrived):
        class Mailbox:
            async def handle_DATA(self, _server, _session, envelope):  # aiosmtpd's name
                arrived.append(envelope.content)
                return "250 OK"

        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = Controller(Mailbox(), hostname="127.0.0.1", port=port)
        server.start()
        change_settings(digest_to="mailto:audit@example.com")
        yield f"smtp://127.0.0.1:{port}"
        server.stop()

    @pytest.fixture
    def deliver(self, app, smtp_url):
        """`deliver()` as the worker does: how many mails left."""

        def send() -> int:
            carrier = SmtpTransport(smtp_url)
            with app.app_context():
                return drain(EmailChannel(compose, carrier), queue=EMAIL)

        return send

    @pytest.fixture
    def mail(self, run, clock, deliver, arrived):
        """The mail of 14 March, after which more entries were written."""
        assert run("scheduler", "run")[0] == 0
        clock.advance(days=1)
        assert deliver() == 1
        [content] = arrived
        return content

    @pytest.fixture
    def verify(self, run, tmp_path):
        """`verify(content)`: what the command says of a file."""

        def check(content: bytes) -> tuple[int, str]:
            (tmp_path / "saved").write_bytes(content)
            return run("audit", "digest", "verify", tmp_path / "saved")

        return check

    def test_one_email_a_day_holds_the_digest_of_when_it_was_queued(self, mail, run, deliver, arrived):
        email = message_from_bytes(mail, policy=policy.default)
        assert (email["To"], email["Subject"]) == (
            "audit@example.com",
            "Digest of the points ledger, 2026-03-14",
        )
        assert max(len(line) for line in email.get_content().splitlines()) <= 80
        for _twice in range(2):
            assert run("scheduler", "run")[0] == 0
        assert deliver() == 1
        assert len(arrived) == 2

    @pytest.mark.parametrize("saved", ["mail", "text", "quoted", "between other words", "by Windows"])
    def test_a_saved_email_or_its_text_is_verified(self, verify, mail, change, saved):
        text = message_from_bytes(mail, policy=policy.default).get_content()
        content = {
            "mail": mail,
            "text": text.encode(),
            "quoted": "\n".join(f"> {line}" for line in text.splitlines()).encode(),
            "between other words": f"Fwd: see below\n\nDear auditor,\n{text}\nRegards {{}}".encode(),
            "by Windows": text.replace("\n", "\r\n").encode("utf-8-sig"),
        }[saved]
        assert verify(content) == RIGHT
        assert verify(content.replace(b'"points": 470', b'"points": 471'))[0] == 1
        change("DELETE FROM ledger_entries WHERE seq = 3")
        assert verify(content) == LEDGER

    def test_an_email_without_a_digest_is_refused(self, verify):
        for content in (b"", b"Subject: hello\n\nno braces", b"Content-Type: image/png\n\n{}", b"\xff{\xff"):
            assert verify(content)[0] == 1

    def test_a_dropped_digest_is_made_again_on_retry(self, run, deliver, arrived, verify, database):
        assert run("scheduler", "run")[0] == 0
        with database.writes.begin() as connection:
            connection.execute(text("UPDATE outbox SET state = 'failed', text = ''"))
        assert deliver() == 0
        assert "day 20260314" in run("outbox", "list")[1]
        assert run("outbox", "retry", 1)[0] == 0
        assert deliver() == 1
        assert verify(arrived[0]) == RIGHT
