"""An operator lists what was not sent, sends an email again, and gives up what should not be sent."""

import pytest

from loyalty.gateways.channels import Message, Refused
from loyalty.gateways.outbox import EMAIL
from support.attachments import a_feedback
from support.outbox_message import drain


class Refusing:
    """A channel that takes nothing, for good."""

    def send(self, _message: Message) -> None:
        raise Refused


class Taking:
    """A channel that takes everything."""

    def __init__(self) -> None:
        self.taken: list[int | None] = []

    def send(self, message: Message) -> None:
        self.taken.append(message.reference)


@pytest.fixture
def run(app):
    """Run a command; give its exit code and its output."""

    def running(*command: str) -> tuple[int, str]:
        result = app.test_cli_runner().invoke(args=["queues", *command])
        return result.exit_code, result.output

    return running


@pytest.fixture
def send(database):
    """Send what is due in a queue by a channel."""

    def sending(channel, queue: str = EMAIL) -> int:
        with database.bound():
            return drain(channel, queue=queue)

    return sending


def test_a_failed_email_is_listed_and_sent_on_request(client, run, send):
    client.post("/api/email/feedback", json=a_feedback())
    send(Refusing())
    code, listed = run("list")
    assert code == 0
    for part in ("enquiry 1", "failed", "Refused"):
        assert part in listed
    assert run("retry", "--all") == (0, "1 will be tried again.\n")
    working = Taking()
    send(working)
    assert working.taken == [1]
    assert run("list") == (0, "Nothing waits and nothing failed.\n")
    assert "done" in run("list", "--state", "done")[1]


def test_a_code_is_not_sent_again_and_its_number_is_not_shown(client, run, send):
    client.post("/api/member/login/otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    assert "123456789" not in run("list", "--json")[1]
    send(Refusing(), queue="phone")
    assert run("retry", "1") == (
        1,
        "Error: What job 1 was about has been wiped. A member asks for a new code.\n",
    )


def test_a_dropped_email_is_not_sent_and_not_retried_with_all(client, run, send):
    client.post("/api/email/feedback", json=a_feedback())
    assert run("drop", "1") == (0, "1 given up.\n")
    working = Taking()
    send(working)
    assert working.taken == []
    assert run("retry", "--all") == (0, "0 will be tried again.\n")
    assert run("retry", "1")[0] == 0
    send(working)
    assert working.taken == [1]
    assert run("drop", "1") == (1, "Error: Job 1 is done.\n")


@pytest.mark.parametrize("command", [["retry", "9"], ["drop", "9"]])
def test_an_unknown_message_is_an_error(run, command):
    assert run(*command) == (1, "Error: There is no job 9.\n")


@pytest.mark.parametrize("command", [["retry"], ["retry", "1", "--all"], ["drop"]])
def test_ids_or_all_are_required(run, command):
    assert run(*command)[0] == 2
