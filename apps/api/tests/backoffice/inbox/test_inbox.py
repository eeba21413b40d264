"""Applications and feedback in the staff app: who reads them, and what becomes of them."""

import csv

import pytest

from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from loyalty.features.enquiries.inbox import compose
from loyalty.gateways.outbox import EMAIL
from support.attachments import PDF, a_feedback, an_application
from support.outbox_message import drain
from support.staff_app import a_person, in_office

INBOX = "/api/staff/enquiry"
HERE, ELSEWHERE = "KL East Mall", "Publika"


@pytest.fixture
def outlets(client):
    return {each["name"]: each["id"] for each in client.get("/api/outlet?statusId=1").json["outletList"]}


@pytest.fixture
def written(client, clock):
    """An application, two pieces of feedback on outlets, and one on a place that is none of ours: 1 to 4."""
    for path, body in (
        ("career", an_application(PDF, "My CV.pdf")),
        ("feedback", a_feedback(OutletName=HERE)),
        ("feedback", a_feedback(OutletName=ELSEWHERE)),
        ("feedback", a_feedback(OutletName="=HYPERLINK(1)")),
    ):
        assert client.post(f"/api/email/{path}", json=body).status_code == 200


@pytest.fixture
def head(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


@pytest.fixture
def manager(app, database, clock, outlets):
    return in_office(app, a_person(database, ("outlet-manager", outlets[HERE]), name="Ravi"))


def ids(browser, query=""):
    return [each["id"] for each in browser.get(f"{INBOX}{query}").json["enquiryList"]]


def test_a_manager_reads_the_feedback_on_their_outlet_and_head_office_everything(
    app, database, written, head, manager, outlets
):
    area = in_office(app, a_person(database, ("area-manager", None), name="Ana"))
    assert (ids(head), ids(manager), ids(area)) == ([4, 3, 2, 1], [2], [4, 3, 2])
    assert ids(head, f"?outletId={outlets[ELSEWHERE]}") == [3]
    assert ids(head, "?kind=career&state=open") == [1]
    assert ids(head, "?limit=1&offset=1&order=asc") == [2]
    assert manager.get(f"{INBOX}/2").json["remarks"].startswith("The tom yum")
    for other in (1, 3, 4):
        for answer in (
            manager.get(f"{INBOX}/{other}"),
            manager.patch(f"{INBOX}/{other}", json={"note": "Mine?"}),
            manager.patch(f"{INBOX}/{other}", json={"state": "closed", "seenState": "open"}),
        ):
            assert (answer.status_code, answer.json["code"]) == (403, "other_outlet")
    assert head.get(f"{INBOX}/9").status_code == 404


def test_today_counts_what_is_open_of_what_one_reads(app, database, written, head, manager, outlets):
    area = in_office(app, a_person(database, ("area-manager", None), name="Ana"))

    def counts():
        return [each.get("/api/staff/today").json["openEnquiryCount"] for each in (head, manager, area)]

    assert counts() == [4, 1, 3]
    closed = {"state": "closed", "seenState": "open", "note": ""}
    assert manager.patch(f"{INBOX}/2", json=closed).status_code == 200
    assert counts() == [3, 0, 2]


def test_a_cv_is_saved_as_a_file_and_logged(written, head, database):
    file = head.get(f"{INBOX}/1/file")
    assert (file.data, file.mimetype) == (PDF, "application/octet-stream")
    assert file.headers["Content-Disposition"] == 'attachment; filename="application-1.pdf"'
    assert file.headers["X-Content-Type-Options"] == "nosniff"
    assert head.get(f"{INBOX}/1").json["file"]["called"] == "My CV.pdf"
    assert head.get(f"{INBOX}/2/file").status_code == 404
    with database.bound():
        shown = [each.details for each in log.entries(current_session(), action="inbox.show")]
    assert shown == ["enquiry 1", "enquiry 1 and its file"]


def test_feedback_is_answered_with_a_note_and_two_people_do_not_do_it_twice(written, head, manager):
    answer = {"state": "answered", "seenState": "open", "note": "Called them: a free dessert."}
    done = manager.patch(f"{INBOX}/2", json=answer).json
    assert (done["state"], [(each["kind"], each["text"]) for each in done["notes"]]) == (
        "answered",
        [("state", "answered"), ("note", "Called them: a free dessert.")],
    )
    assert done["notes"][0]["operator"] == "Ravi via staff:2"
    late = head.patch(f"{INBOX}/2", json={"state": "closed", "seenState": "open"})
    assert (late.status_code, late.json["code"], late.json["state"]) == (409, "enquiry_changed", "answered")
    assert head.patch(f"{INBOX}/2", json={"state": "closed", "seenState": "answered"}).status_code == 200
    assert ids(head, "?state=closed") == [2]


@pytest.mark.parametrize(("length", "status"), [(0, 422), (1, 200), (2000, 200), (2001, 422)])
def test_a_note_has_a_length(written, manager, length, status):
    assert manager.patch(f"{INBOX}/2", json={"note": "a" * length}).status_code == status


def test_an_application_is_forwarded_by_email_with_its_file(written, head, database, outlets):
    forwarded = head.post(f"{INBOX}/1/forward", json={"to": "Publika", "mailTo": "publika@example.com"}).json
    assert forwarded["state"] == "forwarded"
    assert [(n["kind"], n["text"], n["mailTo"], n["mailState"]) for n in forwarded["notes"]] == [
        ("state", "forwarded", None, None),
        ("forward", "Publika", "publika@example.com", "waiting"),
    ]
    sent = []

    class Channel:
        def send(self, message):
            sent.append(compose(message.kind, message.reference))

    with database.bound():
        while drain(Channel(), EMAIL):
            pass
    mail = next(each for each in sent if each["To"] == "publika@example.com")
    assert mail["Subject"] == "Application 1: Kitchen Crew, Kuala Lumpur, Aisyah Rahman"
    assert [part.get_filename() for part in mail.iter_attachments()] == ["application-1.pdf"]
    assert head.get(f"{INBOX}/1").json["notes"][1]["mailState"] == "sent"
    for wrong in ("nobody", "a@b\r\nBcc: c@example.com", "tän@example.com"):
        assert head.post(f"{INBOX}/2/forward", json={"to": "x", "mailTo": wrong}).status_code == 422
    assert head.post(f"{INBOX}/2/forward", json={"to": "the kitchen"}).json["state"] == "forwarded"


def test_an_erased_enquiry_is_gone_with_its_history_and_is_not_sent_any_more(written, head, database):
    head.post(f"{INBOX}/1/forward", json={"to": "Publika", "mailTo": "publika@example.com"})
    assert head.post(f"{INBOX}/1/erase", json={"reason": "short"}).status_code == 422
    assert head.post(f"{INBOX}/1/erase", json={"reason": "They asked for it"}).status_code == 204
    assert head.get(f"{INBOX}/1").status_code == 404
    with database.bound():
        assert compose("forward", 2) is None


def test_the_file_has_the_enquiries_of_the_list_alone(written, head):
    closed = {"state": "closed", "seenState": "open", "note": ""}
    assert head.patch(f"{INBOX}/2", json=closed).status_code == 200

    def in_file(query=""):
        rows = csv.DictReader(head.get(f"{INBOX}/csv{query}").data.decode("utf-8-sig").splitlines())
        return [int(each["Enquiry"]) for each in rows if each["Kind"] in ("career", "feedback")]

    assert in_file("?state=open") == [1, 3, 4]
    assert in_file("?kind=feedback&state=open") == [3, 4]
    assert in_file("?state=closed") == [2]
    assert in_file() == [1, 2, 3, 4]
    assert head.get(f"{INBOX}/csv?state=lost").status_code == 422


def test_the_inbox_is_exported_without_formulas_and_after_a_fresh_verification(written, head, clock):
    file = head.get(f"{INBOX}/csv?kind=feedback")
    assert file.mimetype == "text/csv"
    assert file.data.startswith(b"\xef\xbb\xbfEnquiry,Kind,State")
    assert "'=HYPERLINK(1)" in file.text
    assert ",=HYPERLINK" not in file.text
    assert len(file.text.splitlines()) > 3
    clock.advance(minutes=5, seconds=1)
    for late in (head.get(f"{INBOX}/csv"), head.post(f"{INBOX}/2/forward", json={"to": "me"})):
        assert (late.status_code, late.json["code"]) == (403, "verification_needed")
