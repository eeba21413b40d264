"""The steps of a member inside a super-app, as the mini-program calls them."""

from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from support.host_server import HostServer
from support.login_steps import OWN, ask, check, enter

NATIONAL = "123456789"


@dataclass
class Phone:
    """The mini-program inside a super-app: one browser with its cookies."""

    client: FlaskClient
    host: HostServer

    def start(self, name: str = "chat") -> str:
        """Where the browser goes for a code."""
        answer = self.client.post(f"/api/host/{name}/start")
        assert answer.status_code == 200, answer.text
        address: str = answer.json["address"]
        return address

    def code(self, subject: str = "U-siti", name: str = "chat") -> dict[str, str]:
        """What comes back from the host: a code and the state."""
        return self.host.authorize(self.start(name), subject)

    def send(self, back: dict[str, str], name: str = "chat", **headers: str) -> TestResponse:
        return self.client.post(f"/api/host/{name}/session", json=back, headers=headers)

    def open(self, subject: str = "U-siti", name: str = "chat") -> TestResponse:
        """Open the mini-program inside the host."""
        return self.send(self.code(subject, name), name)

    def link_ticket(self, subject: str = "U-siti", name: str = "chat") -> str:
        answer = self.open(subject, name)
        assert (answer.status_code, answer.json["code"]) == (404, "host_not_linked"), answer.text
        ticket: str = answer.json["linkTicket"]
        return ticket

    def present(self, ticket: str) -> TestResponse:
        """Go on with a ticket, as the mini does."""
        return check(self.client, ticket, handoff=OWN)


def signs_in(phone: Phone, sent: Any, national: str = NATIONAL) -> dict[str, str]:
    """Prove a number by a code, on this phone; returns the session's header."""
    assert ask(phone.client, national).status_code == 200
    return {"x-user-token": enter(phone.client, sent.code(), national).json["loginToken"]}


def link(
    phone: Phone, member_id: int, headers: dict[str, str], ticket: str, name: str = "chat", **more: Any
) -> TestResponse:
    """Agree that the host signs the member in."""
    body = {"linkTicket": ticket, "agreed": True, **more}
    return phone.client.post(f"/api/member/{member_id}/host/{name}", json=body, headers=headers)
