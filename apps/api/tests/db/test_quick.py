from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple

import pytest
from sqlalchemy import Integer, bindparam, func, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from loyalty.db.base import table_of
from loyalty.db.clock import ReadAt, moment, now
from loyalty.db.quick import Statement
from loyalty.db.session import Database, session, transaction
from loyalty.features.rewards.models import Reward, SingleGift
from people import a_reward

pytestmark = pytest.mark.usefixtures("bound")

AT = datetime(2026, 3, 1, 4, 30, 15, 123456, tzinfo=UTC)
GIFTS = SingleGift.__table__.c
NOTE = Statement(insert(table_of(SingleGift)).returning(GIFTS.given_at), list(GIFTS.keys()))
NOTED = Statement(select(*GIFTS).where(GIFTS.number_hash == bindparam("of_number")))


def a_note(number: str, at: datetime = AT) -> dict[str, object]:
    return {"kind": "welcome", "number_hash": number, "year": 0, "given_at": at}


def test_a_row_is_what_sqlalchemy_reads(database: Database):
    a_reward(database)
    query = select(*Reward.__table__.c).order_by(Reward.__table__.c.id)

    quick = Statement(query).all(session())

    slow = session().execute(query).all()
    assert [tuple(row) for row in quick] == [tuple(row) for row in slow]
    assert [type(value) for value in quick[-1]] == [type(value) for value in slow[-1]]
    assert quick[-1].title == slow[-1].title


def test_a_moment_goes_in_and_comes_out_with_its_zone():
    with transaction() as db:
        assert NOTE.one(db, **a_note("a")).given_at == AT

    assert NOTED.one(session(), of_number="a").given_at == AT
    assert NOTED.one(session(), of_number="b") is None


@pytest.mark.parametrize(
    "at",
    [AT.replace(microsecond=0), AT.astimezone(timezone(timedelta(hours=8))), AT.replace(hour=0, minute=0)],
)
def test_a_moment_is_the_same_for_a_quick_and_a_slow_read(at: datetime):
    with transaction() as db:
        NOTE.one(db, **a_note("a", at))

    quick = NOTED.one(session(), of_number="a").given_at
    slow = session().scalar(select(SingleGift.given_at).where(SingleGift.given_at == at))
    assert quick == slow == at
    assert quick.tzinfo is slow.tzinfo is UTC


def test_a_row_of_a_class_is_given_the_columns_that_it_names():
    class Note(NamedTuple):
        given_at: datetime
        kind: str

    in_order = Statement(select(GIFTS.given_at, GIFTS.kind), row=Note)
    swapped = Statement(select(GIFTS.kind, GIFTS.given_at), row=Note)
    with transaction() as db:
        NOTE.one(db, **a_note("a"))

    assert in_order.all(session()) == [Note(AT, "welcome")]
    with pytest.raises(TypeError, match="is given"):
        swapped.one(session())


def test_a_value_that_is_missing_is_no_null():
    with pytest.raises(KeyError):
        NOTED.one(session())


def test_a_list_of_values_is_refused():
    statement = Statement(select(GIFTS.kind).where(GIFTS.year.in_([1, 2])))

    with pytest.raises(TypeError, match="a length of its own"):
        statement.all(session())


def test_what_is_not_flushed_yet_is_seen():
    with transaction() as db:
        db.add(SingleGift(**a_note("c")))
        assert NOTED.one(db, of_number="c") is not None


def test_a_failure_is_told_as_sqlalchemy_tells_it_and_nothing_stays():
    def twice() -> None:
        with transaction() as db:
            NOTE.run(db, **a_note("d"))
            NOTE.run(db, **a_note("d"))

    with pytest.raises(IntegrityError):
        twice()

    assert NOTED.all(session(), of_number="d") == []
    with transaction() as db:  # by the very connection and cursor that failed
        NOTE.run(db, **a_note("d"))
    assert len(NOTED.all(session(), of_number="d")) == 1


def test_the_reading_session_cannot_write():
    with pytest.raises(DBAPIError):
        NOTE.run(session(), **a_note("e"))


@pytest.mark.only_on("postgresql")
def test_a_connection_that_died_is_not_handed_out_again(database: Database):
    pid = Statement(select(func.pg_backend_pid(type_=Integer).label("pid")))
    mine = pid.one(session()).pid
    with transaction() as db:
        db.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": mine})

    # It is in the pool and looks as good as new: the first to use it is told, nobody after.
    outcomes = []
    for _ in range(2):
        with database.bound():
            try:
                outcomes.append(pid.one(session()).pid != mine)
            except DBAPIError as error:
                outcomes.append(error.connection_invalidated)
    assert outcomes[-1] is True
    with database.bound():
        assert pid.one(session()).pid != mine


def test_the_moment_of_reading_is_the_clocks(database: Database):
    reading = Statement(select(ReadAt().label("at")))

    before = now()
    read = moment(reading.one(session()).at)
    assert before <= read <= now()
