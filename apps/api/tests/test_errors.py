"""Every failure answers {message, code, requestId}, whatever part of the stack it comes from."""

import io
from collections.abc import Callable

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from loyalty.db.session import Database, transaction
from support.factories import a_member, a_till, signed_in


def is_a_failure(answer, status: int, code: str) -> bool:
    """Whether an answer is the one shape of failures, with this status and word."""
    body = answer.json
    assert (answer.status_code, body["code"]) == (status, code)
    assert body["requestId"] == answer.headers["X-Request-Id"]
    assert body["message"]
    assert body["message"][0].isupper()
    assert answer.headers["Cache-Control"] == "no-store"
    assert set(body) - {"message", "code", "requestId"} <= {"errors", "params"}
    return True


def test_an_address_that_does_not_exist(client: FlaskClient):
    for path in ("/api/nothing", "/api/member/abc", "/api/member/0", "/api/member/-1", "/api/"):
        assert is_a_failure(client.get(path), 404, "not_found")


def test_a_method_that_an_address_does_not_know(client: FlaskClient):
    answer = client.delete("/api/outlet")
    assert is_a_failure(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]


def test_no_session(client: FlaskClient):
    answer = client.get("/api/member/1")
    assert is_a_failure(answer, 401, "not_signed_in")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_body_that_is_no_json_by_its_own_word(client: FlaskClient):
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        answer = client.post("/api/get-otp", data="{}", content_type=content_type)
        assert is_a_failure(answer, 415, "unsupported_media_type")


MALFORMED = {
    "nothing": b"",
    "half an object": b'{"CallingCodeId": 1',
    "two values": b"{} {}",
    "a comment": b"{} // hello",
    "a word": b"hello",
    "a trailing comma": b'{"CallingCodeId": 1,}',
    "NaN": b'{"CallingCodeId": NaN}',
    "Infinity": b'{"CallingCodeId": -Infinity}',
    "a number beyond floats": b'{"CallingCodeId": 1e999}',
    "5,000 digits": b'{"CallingCodeId": ' + b"9" * 5_000 + b"}",
    "beyond 64 bits": b'{"CallingCodeId": 9223372036854775808}',
    "a key twice": b'{"CallingCodeId": 1, "CallingCodeId": 2}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "invalid UTF-8": b'{"MobileNumber": "\xff\xfe"}',
    "a lone surrogate": b'{"MobileNumber": "\\ud800"}',
    "a lone surrogate in a key": b'{"\\udfff": 1}',
    "UTF-16": '{"MobileNumber": "1"}'.encode("utf-16"),
    "33 levels": b"[" * 33 + b"]" * 33,
    "1,000 levels": b"[" * 1_000 + b"]" * 1_000,
    "30,000 levels": b"[" * 30_000,
    "201 keys": b"{" + b",".join(b'"k%d":1' % number for number in range(201)) + b"}",
}


def test_a_body_that_is_no_json_we_take(client: FlaskClient, subtests):
    for kind, body in MALFORMED.items():
        with subtests.test(kind):
            answer = client.post("/api/get-otp", data=body, content_type="application/json")
            assert is_a_failure(answer, 400, "bad_request")


def test_a_body_that_is_json_but_no_object(client: FlaskClient, subtests):
    for body in (b"[]", b"1", b'"text"', b"null", b"true", b"[{}]"):
        with subtests.test(body=body):
            answer = client.post("/api/get-otp", data=body, content_type="application/json")
            assert is_a_failure(answer, 422, "invalid")


def test_a_body_of_ten_megabytes(client: FlaskClient):
    for size, status in ((64 * 1024 - 20, 422), (64 * 1024 + 1, 413), (10 * 1024 * 1024, 413)):
        body = b'{"MobileNumber": "' + b"1" * (size - 20) + b'"}'
        answer = client.post("/api/get-otp", data=body, content_type="application/json")
        assert answer.status_code == status
        assert answer.json["code"] == {422: "invalid", 413: "too_large"}[status]


def test_a_chunked_body_over_the_limit_is_too_large_like_any_other(client: FlaskClient):
    body = b'{"MobileNumber": "' + b"1" * 70_000 + b'"}'
    answer = client.post(
        "/api/get-otp",
        input_stream=io.BytesIO(body),
        content_type="application/json",
        # As gunicorn hands in a chunked body: without a length, and with its end known.
        environ_base={"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
    )

    assert answer.status_code == 413
    assert answer.json["code"] == "too_large"


def test_no_answer_repeats_the_host_that_a_request_named(client: FlaskClient):
    answer = client.get("/api//outlet", headers={"Host": "evil.example"})

    assert answer.status_code == 404
    assert "evil.example" not in str(answer.headers) + answer.text


def test_production_serves_neither_the_viewer_nor_the_contract(other_app: Callable[..., Flask]):
    app = other_app(env="production")
    for path in ("/api/docs", "/api/docs/", "/api/openapi.json"):
        assert app.test_client().get(path).status_code == 404


def test_a_field_that_holds_no_such_thing_is_named(client: FlaskClient):
    answer = client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "12"})
    assert is_a_failure(answer, 422, "invalid")
    sentence = "Malaysian mobile numbers should start with 1 and be 9-10 digits long"
    assert answer.json["message"] == sentence
    assert answer.json["errors"] == {"MobileNumber": [sentence]}


def test_a_field_that_nobody_asked_for_is_refused(client: FlaskClient):
    answer = client.post(
        "/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789", "isAdmin": True}
    )
    assert is_a_failure(answer, 422, "invalid")
    assert list(answer.json["errors"]) == ["isAdmin"]


def test_too_many_requests(other_app: Callable[..., Flask]):
    client = other_app(rate_limits=True).test_client()
    answers = [client.get("/api/callingCode") for _ in range(1_201)]
    assert answers[1_199].status_code == 200
    assert is_a_failure(answers[1_200], 429, "too_many")
    assert int(answers[1_200].headers["Retry-After"]) >= 1


@pytest.fixture
def broken(new_app: Flask) -> Flask:
    """The application with addresses at which it breaks, each in another way."""

    @new_app.get("/api/broken/crash")
    def crash() -> None:
        raise ZeroDivisionError("a secret: 4711")

    @new_app.get("/api/broken/database")
    def database() -> None:
        raise OperationalError("SELECT secret", {}, Exception("a secret: 4711"))

    @new_app.get("/api/broken/<int:status>")
    def refused(status: int) -> None:
        abort(status)

    return new_app


def test_the_answer_to_a_crash_has_only_the_request_id_that_is_in_the_log(broken: Flask):
    with capture_logs(processors=[merge_contextvars]) as log:
        answer = broken.test_client().get("/api/broken/crash")
    assert is_a_failure(answer, 500, "internal_error")
    assert "4711" not in answer.text
    assert "ZeroDivisionError" not in answer.text
    [crash] = [line for line in log if line["event"] == "crash"]
    assert isinstance(crash["exc_info"], ZeroDivisionError)
    assert crash["request_id"] == answer.json["requestId"]


def test_a_database_that_is_gone_is_a_later_not_a_crash(broken: Flask):
    answer = broken.test_client().get("/api/broken/database")
    assert is_a_failure(answer, 503, "unavailable")
    assert int(answer.headers["Retry-After"]) >= 1
    assert "secret" not in answer.text


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize(
    ("limit", "statement", "event", "sqlstate"),
    [
        ("lock_timeout", "LOCK TABLE outlets", "lock took too long", "55P03"),
        ("statement_timeout", "SELECT pg_sleep(9), :number", "statement took too long", "57014"),
    ],
)
def test_a_statement_that_is_given_up_is_found_in_the_log(broken, owner, limit, statement, event, sqlstate):
    @broken.get("/api/broken/slow")
    def slow() -> None:
        with transaction() as db:
            db.execute(text(f"SET LOCAL {limit} = '50ms'"))
            db.execute(text(statement), {"number": "60123456789"} if ":number" in statement else {})

    with owner.writes.begin() as other, capture_logs() as log:
        other.execute(text("LOCK TABLE outlets"))
        answer = broken.test_client().get("/api/broken/slow")
    assert is_a_failure(answer, 503, "unavailable")
    [line] = [each for each in log if each["log_level"] == "error"]
    assert (line["event"], line["sqlstate"]) == (event, sqlstate)
    assert line["statement"].startswith(statement.partition(",")[0])
    assert "60123456789" not in str(log)


def test_a_table_that_lacks_a_column_is_a_defect_and_logged_with_its_trace(client, owner):
    """On both databases: SQLite calls it by the same name as a file that is locked."""
    with owner.writes.begin() as connection:
        connection.execute(text("ALTER TABLE outlets RENAME COLUMN brand TO marque"))
    with capture_logs(processors=[merge_contextvars]) as log:
        answer = client.get("/api/outlet")
    assert is_a_failure(answer, 500, "internal_error")
    [crash] = [line for line in log if line["event"] == "crash"]
    assert "outlets.brand" in str(crash["exc_info"])


def test_the_trace_of_a_failed_statement_has_no_telephone_number(app, owner):
    till = a_till(app)
    with owner.writes.begin() as connection:
        connection.execute(text("ALTER TABLE members RENAME COLUMN mobile_number TO phone"))
    with capture_logs() as log:
        answer = till.get("/api/pos/member?callingCode=60&mobileNumber=123456789")
    assert is_a_failure(answer, 500, "internal_error")
    [crash] = [line for line in log if line["event"] == "crash"]
    assert "mobile_number" in str(crash["exc_info"])
    assert "123456789" not in str(crash["exc_info"])


def test_whatever_the_framework_refuses_has_the_one_shape(broken: Flask, subtests):
    for status in (400, 403, 404, 406, 408, 410, 413, 414, 416, 431, 500, 502, 503, 504):
        with subtests.test(status=status):
            answer = broken.test_client().get(f"/api/broken/{status}")
            assert answer.status_code == status
            assert {"message", "code", "requestId"} <= set(answer.json)


def test_a_sane_request_id_of_the_caller_is_kept_and_an_insane_one_is_not(client: FlaskClient):
    kept = client.get("/api/nothing", headers={"X-Request-Id": "till-4711-0001"})
    assert kept.json["requestId"] == "till-4711-0001"
    for insane in ("<script>", "x", "a" * 100, "naïve-request-id"):
        made = client.get("/api/nothing", headers={"X-Request-Id": insane})
        assert made.json["requestId"] != insane


def test_methods_that_nobody_serves(client: FlaskClient, subtests):
    for method in ("TRACE", "CONNECT", "PROPFIND", "FOO"):
        with subtests.test(method):
            assert is_a_failure(client.open("/api/outlet", method=method), 405, "method_not_allowed")


def test_what_a_member_sees_is_kept_by_nobody(app: Flask, client: FlaskClient, database: Database):
    member = a_member(database)
    answer = client.get(f"/api/member/{member}", headers=signed_in(app, member))
    assert answer.headers["Cache-Control"] == "no-store"
