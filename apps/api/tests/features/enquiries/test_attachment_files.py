"""Attachments are files of a folder: there before the row, gone after it, found when they are lost."""

import os
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import select

from loyalty import create_app, scheduler
from loyalty.backoffice.inbox import service as inbox_service
from loyalty.db.session import current_session, transaction
from loyalty.errors import NotFound
from loyalty.features.enquiries import inbox
from loyalty.features.enquiries.models import EnquiryFile
from loyalty.gateways.channels import Message
from loyalty.gateways.outbox import EMAIL
from support.attachments import PDF, an_application, pdf
from support.factories import AMIR
from support.outbox_message import drain

CAREER = "/api/email/career"
LARGER = pdf("", "<< /Length 500 >>\nstream\n" + "x" * 500 + "\nendstream")
REMOVED = "unreferenced attachments removed"


@pytest.fixture
def folder(config) -> Path:
    return Path(config.attachments)


@pytest.fixture
def files(folder):
    """Every file of the folder, half written ones too."""
    return lambda: sorted(folder.iterdir()) if folder.exists() else []


@pytest.fixture
def run(app):
    return lambda *words: app.test_cli_runner().invoke(args=[str(word) for word in words])


@pytest.fixture
def run_scheduler(database):
    def run(**how) -> dict[str, int]:
        with database.bound():
            return {each.job: each.count for each in scheduler.run(**how) if not each.failed}

    return run


@pytest.fixture
def applied(client):
    """`applied(content)` sends an application with a file."""

    def send(content: bytes = PDF, **values) -> None:
        assert client.post(CAREER, json=an_application(content, "My CV.pdf", **values)).status_code == 200

    return send


def test_a_file_has_an_unguessable_name_and_one_reader(applied, files, folder, database):
    applied()

    [file] = files()
    with database.bound():
        row = current_session().execute(select(*EnquiryFile.__table__.c)).one()
        stored = (row.storage_name, row.sha256, row.size, row.called)
    assert file.read_bytes() == PDF
    assert len(file.name) == 64
    assert (file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    assert stored == (file.name, sha256(PDF).hexdigest(), len(PDF), "My CV.pdf")


def test_what_was_refused_leaves_no_file(app, client, files, monkeypatch):
    def refuse(*_args, **_how) -> None:
        raise RuntimeError

    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("loyalty.gateways.outbox.put_email", refuse)

    assert client.post(CAREER, json=an_application(PDF)).status_code == 500
    assert files() == []


def test_a_folder_that_takes_nothing_refuses_attachments_alone(config, client, database, folder):
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where the folder should be")
    try:
        answer = client.post(CAREER, json=an_application(PDF))
        without = client.post(CAREER, json=an_application())
        ready = client.get("/readyz")
        figures = client.get("/metrics").text
    finally:
        folder.unlink()

    assert (answer.status_code, answer.json["code"]) == (503, "attachments_unavailable")
    assert "Retry-After" in answer.headers
    assert without.status_code == 200
    assert ready.status_code == 200
    assert ready.json["attachments"] == "LOYALTY_ATTACHMENTS cannot be used"
    assert "loyalty_attachments_writable 0.0" in figures


def test_an_enquiry_that_is_erased_takes_its_file_along(app, applied, files):
    applied()

    with app.app_context():
        inbox_service.erase_enquiry(1, AMIR)
    assert files() == []


def test_an_erasure_that_is_rolled_back_keeps_the_file(app, applied, files, monkeypatch):
    def fail(*_args, **_how) -> None:
        raise RuntimeError

    applied()
    monkeypatch.setattr("loyalty.backoffice.inbox.service.log.note", fail)

    with app.app_context(), pytest.raises(RuntimeError):
        inbox_service.erase_enquiry(1, AMIR)
    assert [file.read_bytes() for file in files()] == [PDF]


def test_after_twelve_months_the_file_goes_with_the_enquiry(applied, files, run_scheduler, clock):
    applied()
    clock.advance(days=400)

    assert run_scheduler(dry_run=True)[REMOVED] == 0
    assert len(files()) == 1
    assert run_scheduler()[REMOVED] == 1
    assert files() == []


def test_only_files_without_a_row_are_deleted_after_a_day(applied, files, folder, run_scheduler, clock):
    applied()
    [named] = files()
    strays = [folder / ("a" * 64), folder / f".{'b' * 64}.unfinished"]
    for path in (*strays, folder / "notes.txt", folder / ("c" * 64)):
        path.write_text("left by a crash")
    for path, age in ((strays[0], 86_401), (strays[1], 86_401), (folder / ("c" * 64), 86_399)):
        moment = clock.now().timestamp() - age
        os.utime(path, (moment, moment))
    os.utime(named, (0, 0))
    os.utime(folder / "notes.txt", (0, 0))

    assert run_scheduler(dry_run=True)[REMOVED] == 2
    assert strays[0].exists()
    assert run_scheduler()[REMOVED] == 2
    assert set(files()) == {named, folder / "notes.txt", folder / ("c" * 64)}


@pytest.mark.parametrize("harm", ["lost", "changed"])
def test_a_file_that_is_lost_or_changed_is_found(applied, files, run, sent, database, harm):
    applied()
    [file] = files()
    assert run("audit").exit_code == 0
    if harm == "lost":
        file.unlink()
    else:
        file.write_bytes(PDF + b"\n")

    audited = run("audit")
    with database.bound():
        with pytest.raises(NotFound, match="The attachment "):
            inbox.file_of(current_session(), 1)
        left = Emails()
        drain(left, queue=EMAIL)

    assert audited.exit_code == 1
    assert "attachment  enquiry 1: The attachment " in audited.output
    assert left.carried == []
    assert run("queues", "list").output.count("waiting") == 1


class Emails:
    """A carrier of mails: composes each as the worker does and keeps it."""

    def __init__(self) -> None:
        self.carried: list[bytes] = []

    def send(self, message: Message) -> None:
        email = inbox.compose(message.kind, message.reference or 0)
        assert email is not None
        self.carried += [part.get_content() for part in email.iter_attachments()]


def test_the_mail_has_the_file(applied, database):
    applied()

    with database.bound():
        left = Emails()
        drain(left, queue=EMAIL)

    assert left.carried == [PDF]


def test_prometheus_reads_how_many_there_are_and_their_bytes(applied, client):
    applied()
    applied(LARGER, FullName="Benjamin Tan")

    figures = client.get("/metrics").text

    assert "loyalty_attachments 2.0" in figures
    assert f"loyalty_attachments_bytes {float(len(PDF) + len(LARGER))}" in figures
    assert "loyalty_attachments_writable 1.0" in figures


def test_two_nodes_with_one_folder_read_each_others_files(config, applied):
    applied()
    other = create_app(config.model_copy(update={"log_format": "json"}))

    with other.app_context():
        assert inbox.file_of(current_session(), 1).content == PDF
    other.extensions["loyalty.database"].close()


def test_a_member_who_leaves_takes_the_files_of_their_number_along(applied, files, database):
    from loyalty.backoffice.members import data
    from support.factories import a_member

    member = a_member(database, number="123456789")
    applied(MobileNumber="012-345 6789")
    assert len(files()) == 1

    with database.bound(), transaction() as db:
        data.erase_member(db, member)

    assert files() == []


def test_an_age_is_by_the_databases_clock(applied, files, clock):
    applied()

    assert files()[0].stat().st_mtime == pytest.approx(clock.now().timestamp())
