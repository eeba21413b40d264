"""Attachments in a bucket: everything that reads or deletes them does so there as in a folder."""

from datetime import timedelta
from pathlib import Path

import pytest

from loyalty import scheduler
from loyalty.backoffice.inbox import service as inbox_service
from loyalty.db.session import current_session, transaction
from loyalty.features.enquiries import inbox
from support.attachments import PDF, an_application
from support.bucket import ADDRESS, a_bucket
from support.factories import AMIR

CAREER = "/api/email/career"
REMOVED = "unreferenced attachments removed"


@pytest.fixture
def bucket(change_settings):
    with a_bucket() as found:
        change_settings(attachments=ADDRESS)
        yield found


@pytest.fixture
def applied(client, bucket):
    assert client.post(CAREER, json=an_application(PDF)).status_code == 200


def test_an_attachment_is_an_object_below_the_prefix_and_in_no_folder(
    applied, bucket, config, database, client
):
    [(key, content)] = bucket.objects().items()

    assert (key.partition("/")[0], len(key.partition("/")[2]), content) == ("attachments", 64, PDF)
    assert not Path(config.attachments_folder).exists()
    with database.bound():
        assert inbox.file_of(current_session(), 1).content == PDF
    assert "loyalty_attachments_writable 1.0" in client.get("/metrics").text


def test_a_bucket_that_does_not_answer_refuses_attachments_alone(client, bucket):
    bucket.stop()

    refused = client.post(CAREER, json=an_application(PDF))
    without = client.post(CAREER, json=an_application())
    ready = client.get("/readyz")

    assert (refused.status_code, refused.json["code"]) == (503, "attachments_unavailable")
    assert without.status_code == 200
    assert (ready.status_code, ready.json["attachments"]) == (200, "LOYALTY_ATTACHMENTS cannot be used")
    assert "loyalty_attachments_writable 0.0" in client.get("/metrics").text


def test_what_was_refused_leaves_no_object(app, client, bucket, monkeypatch):
    def refuse(*_args, **_how) -> None:
        raise RuntimeError

    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("loyalty.gateways.outbox.put_email", refuse)

    assert client.post(CAREER, json=an_application(PDF)).status_code == 500
    assert bucket.objects() == {}


def test_an_enquiry_that_is_erased_takes_its_object_along(app, applied, bucket):
    with app.app_context():
        inbox_service.erase_enquiry(1, AMIR)

    assert bucket.objects() == {}


@pytest.mark.parametrize("harm", ["lost", "changed"])
def test_the_audit_names_an_object_that_is_lost_or_changed(app, applied, bucket, harm):
    audit = app.test_cli_runner()
    [key] = bucket.objects()
    assert audit.invoke(args=["audit"]).exit_code == 0
    if harm == "lost":
        bucket.delete(key)
    else:
        bucket.put(key, PDF + b"\n")

    found = audit.invoke(args=["audit"])

    assert found.exit_code == 1
    assert f"attachment  enquiry 1: The attachment s3://loyalty/{key} " in found.output


def test_only_objects_without_a_row_are_deleted_after_a_day(applied, bucket, database):
    stray, [named] = f"attachments/{'a' * 64}", bucket.objects()
    for key in (stray, "attachments/notes.txt", "b" * 64):
        bucket.put(key, b"left by a crash")

    with database.bound(), transaction() as db:
        written = dict(inbox.attachments.storage().entries())["a" * 64]
        assert inbox.remove_unnamed(db, written + timedelta(days=1)) == 0
        assert inbox.remove_unnamed(db, written + timedelta(days=1, seconds=1)) == 1
    assert set(bucket.objects()) == {named, "attachments/notes.txt", "b" * 64}


def test_after_twelve_months_the_object_goes_with_the_enquiry(applied, bucket, database, clock):
    clock.advance(days=4000)

    with database.bound():
        [removed] = [each.count for each in scheduler.run() if each.job == REMOVED]

    assert (removed, bucket.objects()) == (1, {})
