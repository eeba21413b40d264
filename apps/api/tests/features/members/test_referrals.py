import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database, current_session
from loyalty.features.members import records
from support.factories import a_member, signed_in


@pytest.fixture
def refer(app: Flask, client: FlaskClient, database: Database):
    def patch(member: int, by: int | None = None, code: str | None = None):
        if by is not None:
            with database.bound():
                code = records.get_member(current_session(), by).referral_code
        return client.patch(
            f"/api/member/{member}/referrer", json={"ReferralCode": code}, headers=signed_in(app, member)
        )

    return patch


def test_a_member_enters_a_referral_code_once(refer, database: Database):
    friend, member = a_member(database), a_member(database)
    answer = refer(member, by=friend)
    assert (answer.status_code, answer.json) == (200, {"message": "Referral code submitted successfully!"})
    with database.bound():
        assert records.get_member(current_session(), member).referrer_id == friend


class TestWhoInvites:
    @pytest.fixture
    def inviting(self, client: FlaskClient, database: Database):
        member = a_member(database, name="Nur Aisyah")
        with database.bound():
            code = records.get_member(current_session(), member).referral_code
        return member, lambda typed=code: client.get(f"/api/referralCode/{typed}"), code

    def test_is_said_by_the_first_name_to_whom_has_the_code(self, inviting):
        _, ask, code = inviting
        assert ask().json == {"firstName": "Nur"}
        assert ask(code.lower()).json == {"firstName": "Nur"}

    def test_is_not_said_where_the_profile_is_private(self, app, client, inviting):
        member, ask, _ = inviting
        privacy = {"profileVisibility": "private", "showActivityStatus": True, "allowContact": True}
        path, headers = f"/api/member/{member}/preferences", signed_in(app, member)
        assert client.put(path, json={"privacy": privacy}, headers=headers).status_code == 200
        assert ask().json == {"firstName": ""}

    @pytest.mark.parametrize("typed", ["QQQQQQQQ", "%00", "a%20b", "x" * 21])
    def test_is_not_known_of_other_codes(self, inviting, typed):
        answer = inviting[1](typed)
        assert (answer.status_code, answer.json["message"]) == (404, "We do not know this referral code")


def test_a_referral_code_is_found_in_any_case(refer, database: Database):
    friend, member = a_member(database), a_member(database)
    with database.bound():
        code = records.get_member(current_session(), friend).referral_code
    assert refer(member, code=f" {code.lower()} ").status_code == 200


def test_an_unknown_referral_code_is_not_found(refer, database: Database):
    answer = refer(a_member(database), code="QQQQQQQQ")
    assert (answer.status_code, answer.json["code"]) == (404, "unknown_referral_code")


def test_ones_own_referral_code_is_refused(refer, database: Database):
    member = a_member(database)
    answer = refer(member, by=member)
    assert (answer.status_code, answer.json["code"]) == (409, "own_referral_code")


def test_the_first_referrer_stays(refer, database: Database):
    first, second, member = a_member(database), a_member(database), a_member(database)
    refer(member, by=first)
    answer = refer(member, by=second)
    assert (answer.status_code, answer.json["code"]) == (409, "referrer_already_set")
    with database.bound():
        assert records.get_member(current_session(), member).referrer_id == first


@pytest.mark.parametrize("length", [2, 3, 5])
def test_a_circle_of_referrers_is_refused(refer, database: Database, length):
    chain = [a_member(database) for _ in range(length)]
    for one, by in zip(chain[1:], chain, strict=False):
        assert refer(one, by=by).status_code == 200
    answer = refer(chain[0], by=chain[-1])
    assert (answer.status_code, answer.json["code"]) == (409, "referral_circle")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ReferralCode": ""},
        {"ReferralCode": "   "},
        {"ReferralCode": "X" * 21},
        {"ReferralCode": None},
        {"ReferralCode": 12345678},
        {"referralCode": "QQQQQQQQ"},
        {"ReferralCode": "QQQQQQQQ", "memberId": 1},
        {"ReferralCode": "QQ\u0000QQ"},
    ],
    ids=str,
)
def test_an_invalid_referral_code_is_refused(app: Flask, client: FlaskClient, database: Database, body):
    member = a_member(database)
    answer = client.patch(f"/api/member/{member}/referrer", json=body, headers=signed_in(app, member))
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")


class TestReferees:
    @pytest.fixture
    def friends(self, database: Database, clock):
        """A referrer and two referees: one with a bill, one without."""
        clock.advance(days=-3)
        host = a_member(database)
        with database.bound():
            code = records.get_member(current_session(), host).referral_code
        clock.advance(days=1)
        a_member(
            database,
            name="Tan Wei Jie",
            number="1123456789",
            email="weijie@example.com",
            used_referral_code=code,
            earned=20,
        )
        clock.advance(days=1)
        a_member(database, name="Priya Nair", number="162340678", used_referral_code=code)
        clock.advance(days=1)
        return host

    @pytest.fixture
    def invited(self, app: Flask, client: FlaskClient, friends):
        headers = signed_in(app, friends)

        def read(query: str = ""):
            return client.get(f"/api/member/{friends}/memberreferee{query}", headers=headers)

        return read

    def names(self, answer) -> list[str]:
        return [each["name"] for each in answer.json["memberRefereeList"]]

    def test_are_listed_newest_first_masked_and_active_after_a_bill(self, invited):
        priya, wei_jie = invited().json["memberRefereeList"]
        assert set(priya) == {"id", "name", "email", "fullMobileNumber", "createdAt", "isActive"}
        assert (priya["email"], priya["fullMobileNumber"], priya["isActive"]) == (
            None,
            "+60 16-***0678",
            False,
        )
        assert (wei_jie["email"], wei_jie["fullMobileNumber"]) == ("w***@example.com", "+60 11-***6789")
        assert wei_jie["isActive"] is True

    @pytest.mark.parametrize(
        ("changed", "name", "is_active"),
        [
            ({}, "Tan Wei Jie", True),
            ({"profileVisibility": "members"}, "Tan Wei Jie", True),
            ({"profileVisibility": "private"}, "", True),
            ({"showActivityStatus": False}, "Tan Wei Jie", None),
        ],
    )
    def test_show_of_themselves_what_their_privacy_settings_say(
        self, app, client, invited, changed, name, is_active
    ):
        friend = invited().json["memberRefereeList"][1]["id"]
        privacy = {"profileVisibility": "public", "showActivityStatus": True, "allowContact": True, **changed}
        path, headers = f"/api/member/{friend}/preferences", signed_in(app, friend)
        assert client.put(path, json={"privacy": privacy}, headers=headers).status_code == 200
        shown = invited().json["memberRefereeList"][1]
        assert (shown["name"], shown["isActive"]) == (name, is_active)

    def test_are_found_by_hidden_characters(self, invited):
        assert self.names(invited("?search=3456")) == ["Tan Wei Jie"]
        assert self.names(invited("?search=EIJIE@")) == ["Tan Wei Jie"]
        assert self.names(invited("?search=%2B60 16-234")) == ["Priya Nair"]
        assert self.names(invited("?search=nobody")) == []

    @pytest.mark.parametrize("search", ["%25", "_", "%25%25", "\\", "6%255"])
    def test_are_searched_literally(self, invited, search):
        assert self.names(invited(f"?search={search}")) == []

    def test_can_be_sorted_by_name_and_paged(self, invited):
        assert self.names(invited("?sort=name&order=asc")) == ["Priya Nair", "Tan Wei Jie"]
        assert self.names(invited("?sort=name&order=asc&limit=1&offset=1")) == ["Tan Wei Jie"]

    def test_of_other_members_are_not_listed(self, invited, database: Database):
        other = a_member(database)
        a_member(database, name="Another's Friend")
        assert len(self.names(invited())) == 2
        assert other
