"""Applications and feedback are kept, whatever the mail server does; what could harm is refused."""

import csv
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from loyalty import scheduler
from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from loyalty.features.enquiries.inbox import content_of
from loyalty.features.enquiries.models import Enquiry, EnquiryFile
from loyalty.rules import attachments
from loyalty.rules.codes import Code
from support.attachments import DOC, PDF, a_feedback, an_application, docx
from support.cases import case
from support.staff_app import a_person, in_office

INBOX = "/api/staff/enquiry"
CAREER, FEEDBACK = "/api/email/career", "/api/email/feedback"


@pytest.fixture
def kept(database):
    """How many enquiries there are."""

    def count() -> int:
        with database.bound():
            return current_session().scalar(select(func.count()).select_from(Enquiry)) or 0

    return count


@pytest.fixture
def head(app, database):
    """A browser in which somebody of head office has just signed in."""
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


def test_an_application_is_kept_with_its_file(client, head):
    answer = client.post(CAREER, json=an_application(PDF, "My CV.pdf"))
    assert (answer.status_code, answer.json) == (
        200,
        {
            "message": "Application submitted successfully! HR will review your application and contact you "
            "soon."
        },
    )
    [listed] = head.get(INBOX).json["enquiryList"]
    assert listed["fullName"] == "Aisyah Rahman"
    shown = head.get(f"{INBOX}/1").text
    for value in (
        "940308-14-5566",
        "012-345 6789",
        "aisyah@example.com",
        "Kitchen Crew",
        "Kuala Lumpur",
        "application-1.pdf",
    ):
        assert value in shown
    assert head.get(f"{INBOX}/1/file").data == PDF


def test_an_application_needs_no_file(client, kept):
    assert client.post(CAREER, json=an_application()).status_code == 200
    bare = {key: value for key, value in an_application(Email="b@example.com").items() if "Attach" not in key}
    assert client.post(CAREER, json=bare).status_code == 200
    assert kept() == 2


@pytest.mark.parametrize(("name", "content"), [("a.doc", DOC), ("a.docx", docx()), ("a.PDF", PDF)])
def test_the_three_kinds_arrive(client, database, name, content):
    assert client.post(CAREER, json=an_application(content, name)).status_code == 200
    with database.bound():
        file = current_session().execute(select(*EnquiryFile.__table__.c)).one()
        assert (content_of(file), file.called) == (content, name)
    assert file.name == f"application-{file.enquiry_id}.{name.rpartition('.')[2].lower()}"


def test_a_feedback_is_kept(client, head):
    answer = client.post(FEEDBACK, json=a_feedback())
    assert (answer.status_code, answer.json) == (
        200,
        {"message": "Thank you for your feedback! We will get back to you soon."},
    )
    assert head.get(f"{INBOX}/1").json["remarks"].startswith("The tom yum was splendid.")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (an_application(b"MZ renamed", "cv.pdf"), Code.NOT_WHAT_IT_SAYS),
        (an_application(PDF, "cv.exe"), Code.NOT_THIS_KIND),
        (an_application(PDF, "cv.exe.pdf"), Code.BAD_FILE_NAME),
        (an_application(docx(**{"word/vbaProject.bin": b"x"}), "cv.docx"), Code.MACROS),
        (an_application(PDF, AttachmentFile="JVBE Rg=="), Code.BROKEN),
        (an_application(b"", "cv.pdf"), Code.EMPTY_ATTACHMENT),
        (an_application(PDF + b"x" * attachments.MAX_BYTES, "cv.pdf"), Code.ATTACHMENT_TOO_LARGE),
    ],
)
def test_a_refused_file_is_answered_with_the_reason_and_not_stored(client, kept, body, code):
    answer = client.post(CAREER, json=body)
    assert (answer.status_code, answer.json["errors"]) == (422, {"AttachmentFile": [code.sentence]})
    # The schema itself refuses what is too large.
    reason = None if code is Code.ATTACHMENT_TOO_LARGE else attachments.REASONS[code]
    assert answer.json.get("reason") == reason
    assert kept() == 0


def test_five_megabytes_fit_and_a_longer_body_is_not_even_read(client):
    full = PDF[:-6] + b" " * (attachments.MAX_BYTES - len(PDF)) + PDF[-6:]
    assert client.post(CAREER, json=an_application(full)).status_code == 200
    assert client.post(CAREER, json=an_application(full, Address="x" * 900_000)).status_code == 413
    assert client.post(FEEDBACK, json=a_feedback(Remarks="x" * 70_000)).status_code == 413


@pytest.mark.parametrize("field", ["FullName", "Email", "AppliedDepartment", "AttachmentFileName"])
@pytest.mark.parametrize("ending", ["\r\nBcc: all@example.com", "\nx", "\rx", "\u2028x", "\x85x"])
def test_nothing_can_be_added_to_the_header_of_a_mail(client, kept, field, ending):
    """SECURITY.md B10"""
    body = an_application(PDF)
    answer = client.post(CAREER, json={**body, field: body[field] + ending})
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    assert kept() == 0


REQUIRED = [key for key in an_application() if "Attachment" not in key]


@pytest.mark.parametrize("field", REQUIRED)
def test_everything_but_the_file_is_required(client, field, subtests):
    body = an_application()
    for missing in ({**body, field: "  "}, {key: body[key] for key in body if key != field}):
        answer = client.post(CAREER, json=missing)
        assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


@pytest.mark.parametrize("field", list(a_feedback()))
def test_a_feedback_needs_all_four(client, field):
    answer = client.post(FEEDBACK, json={**a_feedback(), field: " "})
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("Email", "aisyah"),
        ("MobileNumber", "1234567"),
        ("MobileNumber", "1234567890123456"),
        ("MobileNumber", "no telephone"),
        ("AppliedDepartment", "Chief Executive"),
        ("PrefferedLocation", "Paris"),
        ("AttachmentFile", 5),
        ("Extra", "x"),
    ],
)
def test_what_cannot_be_is_refused_by_name(client, field, value):
    answer = client.post(CAREER, json=an_application(**{field: value}))
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_the_forms_offer_what_the_api_takes():
    shared = case("enquiries")
    assert shared["extensions"] == [f".{kind}" for kind in attachments.KINDS]
    assert shared["maxBytes"] == attachments.MAX_BYTES


def test_the_same_sent_twice_is_kept_once(client, kept, clock):
    for _ in range(2):
        assert client.post(FEEDBACK, json=a_feedback()).status_code == 200
    assert kept() == 1
    clock.advance(minutes=61)
    client.post(FEEDBACK, json=a_feedback())
    assert kept() == 2


def test_many_enquiries_from_one_address_are_limited(other_app, kept):
    client = other_app(rate_limits=True).test_client()
    codes = [
        client.post(
            FEEDBACK, json=a_feedback(Remarks=f"no. {n}"), environ_base={"REMOTE_ADDR": "203.0.113.7"}
        )
        for n in range(6)
    ]
    other = client.post(FEEDBACK, json=a_feedback(), environ_base={"REMOTE_ADDR": "203.0.113.8"})
    assert [answer.status_code for answer in codes] == [200] * 5 + [429]
    assert 0 < int(codes[-1].headers["Retry-After"]) <= 3600
    assert other.status_code == 200
    assert kept() == 6


def test_an_application_is_forgotten_after_twelve_months(client, clock, database, kept):
    clock.set(datetime(2026, 3, 14, 4, tzinfo=UTC))
    client.post(CAREER, json=an_application(PDF))
    for moment, gone in (
        (datetime(2027, 3, 14, 15, 59, tzinfo=UTC), 0),
        (datetime(2027, 3, 14, 16, tzinfo=UTC), 1),
    ):
        clock.set(moment)
        with database.bound():
            assert {each.job: each.count for each in scheduler.run()}["enquiries forgotten"] == gone
    assert kept() == 0
    with database.bound():
        assert current_session().scalars(select(EnquiryFile)).all() == []


def test_a_spreadsheet_works_nothing_out(client, head):
    client.post(FEEDBACK, json=a_feedback(FullName='=HYPERLINK("http://evil")', Remarks="@SUM(1)"))
    file = head.get(f"{INBOX}/csv").data.decode("utf-8-sig")
    [titles, row] = list(csv.reader(file.splitlines()))
    value = dict(zip(titles, row, strict=True))
    assert value["Name"] == '\'=HYPERLINK("http://evil")'
    assert value["Message"] == "'@SUM(1)"
    assert value["Telephone"] == "019-876 5432"
    assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_one_enquiry_is_erased_with_its_file_and_its_mail(client, head, database):
    client.post(CAREER, json=an_application(PDF))
    client.post(FEEDBACK, json=a_feedback())

    assert head.post(f"{INBOX}/1/erase", json={"reason": "They asked for it"}).status_code == 204

    with database.bound():
        assert current_session().scalars(select(Enquiry.id)).all() == [2]
        assert current_session().scalars(select(EnquiryFile.enquiry_id)).all() == []
        line = log.entries(current_session())[0]
    assert (line.action, line.reason, line.details) == ("inbox.erase", "They asked for it", "enquiry 1")
    assert head.post(f"{INBOX}/1/erase", json={"reason": "They asked for it"}).status_code == 404


def test_the_log_has_who_read_or_exported_enquiries(client, head, database):
    client.post(CAREER, json=an_application(PDF, "My CV.pdf"))
    head.get(f"{INBOX}/1")
    head.get(f"{INBOX}/1/file")
    head.get(f"{INBOX}/csv?kind=career")
    head.patch(f"{INBOX}/1", json={"state": "closed", "seenState": "open"})
    with database.bound():
        lines = [(each.action, each.details) for each in log.entries(current_session(), action="inbox")]
    assert lines[::-1] == [
        ("inbox.show", "enquiry 1"),
        ("inbox.show", "enquiry 1 and its file"),
        ("inbox.export", "career, 1 in all"),
        ("inbox.mark", "enquiry 1: closed"),
    ]
