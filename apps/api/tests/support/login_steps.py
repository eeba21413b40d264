"""The steps of signing in, joining and handing over, as the apps call them."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ZONE = 1
OWN, OTHER, THIEF = "own-nonce-".ljust(30, "o"), "other-nonce-".ljust(30, "x"), "thief-nonce-".ljust(30, "t")


def number(national: str = "123456789", calling_code_id: int = ZONE) -> dict[str, Any]:
    """The body of a request for a code."""
    return {"CallingCodeId": calling_code_id, "MobileNumber": national}


def ask(client: FlaskClient, national: str = "123456789", **how: Any) -> TestResponse:
    """Ask for a sign-in code; `ip` and `request_id` say who asks."""
    return client.post("/api/member/login/otp", json=number(national), **_who(**how))


def ask_to_join(client: FlaskClient, national: str = "123456789", **how: Any) -> TestResponse:
    """Ask for a registration code."""
    return client.post("/api/get-otp", json=number(national), **_who(**how))


def enter(client: FlaskClient, code: str, national: str = "123456789", **how: Any) -> TestResponse:
    """Enter a sign-in code."""
    return client.post("/api/member/login", json={**number(national), "OtpCode": code}, **_who(**how))


def wrong(code: str) -> str:
    """Another code than this one."""
    return f"{(int(code) + 1) % 1_000_000:06}"


def form(national: str = "123456789", **values: Any) -> dict[str, Any]:
    """A registration with everything filled in but the proof."""
    defaults = {
        "name": "Aisyah Rahman",
        "callingCodeId": ZONE,
        "mobileNumber": national,
        "genderId": 2,
        "raceId": 1,
        "dateOfBirth": "1994-03-08",
        "outletId": 1,
    }
    return {**defaults, **values}


def check(client: FlaskClient, token: str, **headers: str) -> TestResponse:
    """Check a session; `handoff="mint"` and the like become the x-handoff headers."""
    names = {"handoff": "x-handoff", "current": "x-handoff-current", "confirm": "x-handoff-confirm"}
    sent = {names[name]: value for name, value in headers.items()}
    return client.get("/api/member/checksession", headers={"Authorization": f"Bearer {token}", **sent})


def mint(client: FlaskClient, token: str) -> str:
    """A ticket of the site's session."""
    ticket: str = check(client, token, handoff="mint").json["handoffToken"]
    return ticket


def alive(client: FlaskClient, token: str) -> bool:
    """Whether a session answers, by a call that changes nothing else."""
    answer = client.get("/api/member/1/activityHistory", headers={"x-user-token": token})
    return answer.status_code != 401


def _who(
    ip: str = "203.0.113.7",
    request_id: str | None = None,
    origin: str | None = None,
    work: str | None = None,
    language: str | None = None,
) -> dict[str, Any]:
    headers = {"x-otp-request": request_id} if request_id else {}
    if work is not None:
        headers["x-proof-of-work"] = work
    if language is not None:
        headers["x-chosen-language"] = language
    if origin:
        headers["Origin"] = origin
    return {"headers": headers, "environ_base": {"REMOTE_ADDR": ip}}
