"""SECURITY.md P5: data are erased after their retention period, and not before."""

import json
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update

from loyalty import scheduler
from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions, retention
from loyalty.db import job_list
from loyalty.db.jobs import Job
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.access import sign_in
from loyalty.features.members import changes, preferences, records
from loyalty.features.members.models import Member
from loyalty.features.points import ledger
from loyalty.features.programme import settings
from loyalty.features.till import lookups, tills
from loyalty.gateways.channels import EmailChannel, Message, Refused
from loyalty.gateways.outbox import EMAIL, put
from loyalty.worker import compose
from support.factories import a_bill, a_member, every_violation
from support.mail_html import html_of
from support.outbox_message import drain

pytestmark = pytest.mark.databases_differ

NOW = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
# Midnight of 14 March 2024 in Malaysia: members seen since then stay.
EDGE = datetime(2024, 3, 13, 16, 0, tzinfo=UTC)
# Midnight of 13 April 2024 in Malaysia: who was last seen before is warned.
WARN_EDGE = datetime(2024, 4, 12, 16, 0, tzinfo=UTC)
THEN = NOW + timedelta(days=30)
LEGAL = Path(__file__).parents[5] / "libs/shell/src/texts/en/legal.json"
TOO_LONG = EDGE - timedelta(seconds=1)


@pytest.fixture(autouse=True)
def office(app: Flask):
    with app.app_context():
        gone_after(months=24)
        yield


class Mailbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    def deliver(self, email: EmailMessage, _message: Message) -> None:
        self.mails.append(email)


class Nowhere:
    """A mail server and a provider of messages that will never take it."""

    def deliver(self, _letter: EmailMessage, _message: Message) -> None:
        raise Refused

    def send(self, _message: Message) -> None:
        raise Refused


@pytest.fixture
def emails(office):
    """Send what waits, and give the mails that left."""

    def send() -> list[EmailMessage]:
        box = Mailbox()
        drain(EmailChannel(compose, box.deliver), queue=EMAIL)
        return box.mails

    return send


def gone_after(months: int) -> None:
    with transaction() as db:
        settings.write(db, {"inactive_months": months})


def retain(at: datetime = NOW) -> retention.Retained:
    with transaction() as db:
        return retention.retain(db, at)


def warned(*whom: int) -> None:
    """Warned thirty days ago."""
    with transaction() as db:
        for member in whom:
            changes.note_warning(db, member, NOW - timedelta(days=30))


def number_of(member: int) -> str:
    return records.get_member(current_session(), member).mobile_number


def is_there(member: int) -> bool:
    return changes.is_member(current_session(), member)


class TestInactiveMembers:
    @pytest.fixture
    def seen(self, database: Database, clock):
        """A member who joined three years ago and was last seen then, by a sign-in, a bill, or not at all."""

        def member(at: datetime, how: str) -> int:
            clock.set(at if how == "joining" else datetime(2023, 3, 1, tzinfo=UTC))
            member_id = a_member(database, earned=50 if how != "joining" else 0)
            clock.set(at)
            with transaction() as db:
                if how == "sign-in":
                    sign_in.begin(db, member_id, at_mini=False)
                if how == "bill":
                    ledger.earn(db, member_id, 5, a_bill(), "a bill")
            clock.set(NOW)
            return member_id

        return member

    @pytest.mark.parametrize("how", ["joining", "sign-in", "bill"])
    def test_are_erased_from_the_first_second_of_the_day_on(self, seen, database: Database, how):
        gone, stays = seen(TOO_LONG, how), seen(EDGE, how)
        warned(gone, stays)
        assert retain().members == 1
        assert (is_there(gone), is_there(stays)) == (False, True)
        assert every_violation(database) == []

    def test_are_erased_once_with_a_log_entry(self, seen):
        gone = seen(TOO_LONG, "bill")
        warned(gone)
        assert [retain().members, retain().members] == [1, 0]
        [line] = log.entries(current_session(), member_id=gone)
        assert (line.operator, line.action, line.reason) == (
            "retention",
            "member.erase",
            "not seen for 24 months",
        )

    def test_stay_while_the_setting_is_0(self, seen):
        gone_after(months=0)
        member = seen(TOO_LONG, "bill")
        assert (retain().warned, retain().members) == (0, 0)
        assert is_there(member)

    def test_are_warned_once_thirty_days_before(self, seen, sent):
        member, stays = seen(WARN_EDGE - timedelta(seconds=1), "bill"), seen(WARN_EDGE, "bill")
        assert [retain().warned, retain().warned, retain().members] == [1, 0, 0]
        [message] = sent.all()
        assert (message.kind, message.to[-4:]) == ("inactive", number_of(member)[-4:])
        assert "On 13/04/2026 your membership" in message.text
        assert [retain(THEN - timedelta(seconds=1)).members, retain(THEN).members] == [0, 1]
        assert (is_there(member), is_there(stays)) == (False, True)

    def test_stay_when_they_come_back_after_a_warning(self, seen, clock):
        member = seen(WARN_EDGE - timedelta(seconds=1), "bill")
        retain()
        clock.set(NOW + timedelta(days=1))
        with transaction() as db:
            sign_in.begin(db, member, at_mini=False)
        assert retain(THEN).members == 0
        years_later = retain(NOW + timedelta(days=800))
        assert (years_later.warned, years_later.members) == (1, 0)

    def test_are_warned_in_the_daytime_only(self, seen, clock):
        seen(TOO_LONG, "bill")
        for hour_utc, count in ((0, 0), (1, 1)):  # 8:00 and 9:00 in Malaysia
            at = NOW.replace(hour=hour_utc)
            clock.set(at)
            assert retain(at).warned == count

    def test_are_warned_after_waiting_codes_are_sent(self, seen, sent):
        for _ in range(7):
            seen(TOO_LONG, "bill")
        retain()
        with transaction() as db:
            later = NOW + timedelta(minutes=2)
            put(db, to="+60123456789", kind="otp", text="a code", code="123456", expires_at=later)
        drain(sent)
        assert [message.kind for message in sent._messages] == ["otp", *["inactive"] * 7]
        assert len(sent.all()) == 8

    def test_are_warned_again_when_a_warning_is_older_than_ninety_days(self, seen):
        member = seen(TOO_LONG, "bill")
        with transaction() as db:
            changes.note_warning(db, member, NOW - timedelta(days=90))
        assert (retain().warned, retain().members) == (1, 0)

    def test_are_erased_while_a_warning_is_not_ninety_days_old(self, seen):
        member = seen(TOO_LONG, "bill")
        with transaction() as db:
            changes.note_warning(db, member, NOW - timedelta(days=90) + timedelta(seconds=1))
        assert (retain().warned, is_there(member)) == (0, False)

    def test_are_warned_by_email_in_their_language(self, seen, emails):
        member = seen(WARN_EDGE - timedelta(seconds=1), "bill")
        with transaction() as db:
            db.execute(update(Member).where(Member.id == member).values(email="aisyah@example.com"))
            preferences.bring_language(db, member, "ms")
        retain()
        [mail] = emails()
        assert (mail["To"], mail["Subject"]) == ("aisyah@example.com", "Keahlian anda tamat pada 13/04/2026")
        assert "http://localhost:4300/login" in mail.get_body(("plain",)).get_content()
        html = html_of(mail)
        assert '<html lang="ms">' in html
        assert '<a href="http://localhost:4300/login"' in html

    def test_get_no_late_email_when_they_came_back(self, seen, clock, emails):
        member = seen(WARN_EDGE - timedelta(seconds=1), "bill")
        with transaction() as db:
            db.execute(update(Member).where(Member.id == member).values(email="aisyah@example.com"))
        retain()
        clock.set(NOW + timedelta(hours=1))
        with transaction() as db:
            sign_in.begin(db, member, at_mini=False)
        assert emails() == []


class TestUndeliveredWarning:
    """A member who was not warned is not erased, and is listed."""

    @pytest.fixture
    def member(self, database: Database, clock):
        """Due to be warned, with an address."""
        clock.set(WARN_EDGE - timedelta(seconds=1))
        member_id = a_member(database, earned=50)
        with transaction() as db:
            db.execute(update(Member).where(Member.id == member_id).values(email="aisyah@example.com"))
        clock.set(NOW)
        return member_id

    @pytest.fixture
    def by_phone(self, member):
        with transaction() as db:
            db.execute(update(Member).where(Member.id == member).values(email=None))
        return member

    @pytest.fixture
    def named(self, app: Flask, clock):
        """The members whose warning did not arrive, with what became of it."""

        def rows() -> list[tuple[int, str, str]]:
            with app.app_context():
                found = retention.unreached(current_session(), clock.now())
            return [(each.member_id, each.channel, each.state) for each in found]

        return rows

    def test_keeps_the_member_and_lists_them_until_they_are_warned(self, app, member, named, clock):
        retain()
        drain(EmailChannel(compose, Nowhere().deliver), queue=EMAIL)
        assert named() == [(member, "email", "failed")]
        clock.set(THEN + timedelta(days=1))
        kept = retain(clock.now())
        assert (kept.members, kept.unreached, is_there(member)) == (0, 1, True)
        done = json.loads(app.test_cli_runner().invoke(args=["scheduler", "run", "--json"]).stdout)
        counts = {each["job"]: each["count"] for each in done}
        assert counts["members kept whose warning did not arrive (queues list)"] == 1

        with transaction() as db:
            [lost] = retention.unreached(db, clock.now())
            job_list.retry(db, lost.job_id)
        drain(EmailChannel(compose, (box := Mailbox()).deliver), queue=EMAIL)
        [mail] = box.mails
        assert "On 14/05/2026 your membership" in mail.get_body(("plain",)).get_content().replace("\n", " ")
        assert named() == []
        almost = clock.now() + timedelta(days=30) - timedelta(seconds=1)
        assert [retain(almost).members, retain(almost + timedelta(seconds=1)).members] == [0, 1]

    def test_keeps_the_member_when_it_was_sent_to_a_telephone(self, by_phone, named, clock):
        retain()
        drain(Nowhere())
        assert named() == [(by_phone, "phone", "failed")]
        clock.set(NOW + timedelta(days=89))
        assert (retain(clock.now()).members, named()) == (0, [(by_phone, "phone", "failed")])

    def test_keeps_the_member_while_it_waits_without_listing_them(self, member, named):
        retain()
        assert (retain(THEN).members, named(), is_there(member)) == (0, [], True)

    def test_is_one_whose_address_was_removed_meanwhile(self, member, named):
        retain()
        with transaction() as db:
            db.execute(update(Member).where(Member.id == member).values(email=None))
        drain(EmailChannel(compose, Mailbox().deliver), queue=EMAIL)
        assert named() == [(member, "email", "failed")]

    def test_is_followed_by_another_after_ninety_days(self, by_phone, named, sent, clock):
        retain()
        drain(Nowhere())
        clock.set(NOW + timedelta(days=90))
        assert retain(clock.now()).warned == 1
        assert [message.kind for message in sent.all()] == ["inactive"]
        assert named() == []
        clock.advance(days=30)
        assert (retain(clock.now()).members, is_there(by_phone)) == (1, False)
        assert current_session().scalars(select(Job.state)).all() == ["done"]

    def test_is_not_listed_after_the_member_came_back(self, member, named, clock):
        retain()
        drain(EmailChannel(compose, Nowhere().deliver), queue=EMAIL)
        clock.advance(days=1)
        with transaction() as db:
            sign_in.begin(db, member, at_mini=False)
        assert named() == []


def test_members_are_erased_after_as_many_months_as_the_privacy_notice_says():
    notice = json.loads(LEGAL.read_text(encoding="utf-8"))
    assert f"not used it for {settings.Settings().inactive_months} months it is deleted" in json.dumps(notice)


def test_a_sent_message_is_deleted_after_thirty_days_and_a_waiting_one_is_kept(clock, sent):
    for days in (30, 31):
        clock.set(NOW - timedelta(days=days))
        with transaction() as db:
            put(db, to="+60123456789", kind="otp", text="a code", expires_at=NOW)
        sent.all()
    with transaction() as db:
        put(db, to="+60123456789", kind="otp", text="waits", expires_at=NOW)
    clock.set(NOW)
    assert [retain().messages, retain().messages] == [1, 0]
    assert len(current_session().scalars(select(Job.id)).all()) == 2


def test_log_entries_are_deleted_after_two_years(database: Database, clock):
    member = a_member(database)
    for at in (TOO_LONG, EDGE):
        clock.set(at)
        actions.show(member, Signature("mei", "Ticket 4711"))
    clock.set(NOW)
    with transaction() as db:
        sign_in.begin(db, member, at_mini=False)
    assert [retain().log_entries, retain().log_entries] == [1, 0]
    assert [entry.at for entry in log.entries(current_session())] == [EDGE]


def test_lookups_of_tills_are_deleted_after_two_years(app, database: Database, clock):
    member = a_member(database)
    with transaction() as db:
        till = tills.add(db, 1)[0].id
        for at in (TOO_LONG, EDGE):
            clock.set(at)
            lookups.log_lookup(db, till, member, lookups.MEMBER)
    clock.set(NOW)
    done = [{each.job: each.count for each in scheduler.run()} for _ in range(2)]
    assert [each["look-ups of tills forgotten"] for each in done] == [1, 0]
