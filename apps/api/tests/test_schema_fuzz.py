"""SECURITY.md B1: whatever the contract lets in and whatever it does not, no call answers with a crash.

Each call is made by the caller it is for: who is refused is in test_who_may.py, test_staff_matrix.py and
the tests of the tills. On PostgreSQL, which refuses more than SQLite. Bounded for the suite;
LOYALTY_FUZZ_CASES=500 looks further, for a night.
"""

import os
import warnings

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from loyalty.db.session import current_session
from loyalty.features.members import records
from support.factories import a_member, a_till, signed_in
from support.staff_app import ORIGIN, a_person, in_office

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own business: what its dependencies will do one day
    import schemathesis
    from schemathesis import GenerationMode

CASES = int(os.environ.get("LOYALTY_FUZZ_CASES", "4"))
# A call is for the first of these that its `security` names, or for visitors.
SCHEMES = {"staffSession": "staff", "userToken": "member", "bearer": "till"}
SIGNING_OUT = "/api/member/logout"  # would end the session that the others need


@pytest.fixture
def world(app, database, clock):
    """A member with points and a bill, and the headers of each who might call."""
    member = a_member(database, number="123456789", earned=2_000)
    till = a_till(app)
    body = {"memberId": member, "receiptNumber": "A-1", "amount": "45.90"}
    assert till.post("/api/pos/earn", json=body).status_code == 201
    with database.bound():
        assert records.get_member(current_session(), member).member_point_amount == 2_000
    key = till.environ_base["HTTP_AUTHORIZATION"]
    office = in_office(app, a_person(database, ("head-office", None)))
    cookie = office.get_cookie("loyalty_staff", path="/api/staff")
    return {
        "visitor": {"Origin": ORIGIN},
        "member": signed_in(app, member),
        "till": {"Authorization": key},
        "staff": {"Origin": ORIGIN},
        "cookies": {"loyalty_staff": cookie.value},
    }


def operations(app, who):
    """The calls of the contract that are for this caller, made in the process itself."""
    found = schemathesis.openapi.from_wsgi("/api/openapi.json", app).get_all_operations()
    return [each for each in (one.ok() for one in found) if caller_of(each) == who]


def caller_of(operation):
    """Who makes a call."""
    named = {name for each in operation.definition.raw.get("security", ()) for name in each}
    return next((who for scheme, who in SCHEMES.items() if scheme in named), "visitor")


@pytest.mark.long
@pytest.mark.only_on("postgresql")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("who", ["visitor", "member", "till", "staff"])
def test_no_call_crashes_whatever_it_is_asked(app, world, who, subtests):
    for operation in operations(app, who):
        if who == "member" and operation.path == SIGNING_OUT:
            continue
        with subtests.test(call=f"{operation.method} {operation.path}"):
            cookies = world["cookies"] if who == "staff" else {}
            if not takes(operation):
                _call(operation.Case(), world[who], cookies)
                continue
            _fuzz(operation, GenerationMode.POSITIVE, world[who], cookies)
            if can_be_asked_wrongly(operation):
                _fuzz(operation, GenerationMode.NEGATIVE, world[who], cookies)


def takes(operation):
    """What a call is asked with beside its address; one without anything is asked once."""
    return [
        *operation.query,
        *operation.headers,
        *operation.cookies,
        *operation.body,
        *operation.path_parameters,
    ]


def can_be_asked_wrongly(operation):
    """Whether the contract refuses anything: a call with any texts in its path alone takes everything, and
    Hypothesis would look in vain for what it does not take.
    """
    any_text = {"type": "string", "minLength": 1}
    return [each for each in takes(operation) if each.definition.get("schema") != any_text]


def _fuzz(operation, mode, headers, cookies):
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=CASES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def run(case):
        _call(case, headers, cookies)

    run()


def _call(case, headers, cookies):
    case.headers = {**(case.headers or {}), **headers}
    case.cookies = {**(case.cookies or {}), **cookies}
    answer = case.call()
    assert answer.status_code < 500, (case.as_curl_command(), answer.text)
