"""Devices with Apple Wallet are notified of changes by APNs, in silence and each once."""

import pytest
from sqlalchemy import text

from loyalty.db.session import current_session
from loyalty.gateways.apple_wallet import ApplePushes
from loyalty.gateways.outbox import WALLET
from loyalty.gateways.wallet_keys import apple_keys
from loyalty.reach.wallet import devices
from support.message_steps import earn
from support.outbox_message import drain
from support.wallet_authority import PASS_TYPE, server_files
from support.wallet_servers import apns

pytestmark = pytest.mark.databases_differ


@pytest.fixture(scope="module")
def files(keys_folder):
    return server_files(keys_folder)


@pytest.fixture
def service(files):
    with apns(*files) as found:
        yield found


@pytest.fixture
def push(database, config, service, files):
    """Send what waits for the wallets and is due."""
    channel = ApplePushes(apple_keys(config), service.url, devices.push_token, devices.gone, trusted=files[1])

    def run() -> None:
        with database.bound():
            while drain(channel, WALLET):
                pass

    return run


@pytest.fixture
def phone(clock, follow, device, download):
    follow()
    found = device("phone")
    answer = download()
    found.card = found.add(answer.data, answer.headers["Last-Modified"])
    assert found.register(found.card, "0123abcd") == 201
    return found


def test_a_change_is_pushed_without_content_by_our_certificate(
    phone, member, database, follow, push, service
):
    earn(database, member)
    earn(database, member)
    follow()
    push()

    [asked] = service.pushes
    assert (asked["path"], asked["topic"], asked["body"]) == ("/3/device/0123abcd", PASS_TYPE, b"{}")
    assert (("userId", PASS_TYPE),) in asked["subject"]
    push()
    assert len(service.pushes) == 1


def test_a_pass_that_was_removed_is_pushed_no_more(phone, member, database, follow, push, service):
    earn(database, member)
    follow()
    assert phone.unregister(phone.card) == 200
    push()
    assert service.pushes == []


@pytest.mark.parametrize("answer", [(410, "Unregistered"), (400, "BadDeviceToken")])
def test_a_device_that_apple_does_not_know_any_more_is_forgotten(
    phone, member, database, follow, push, service, answer
):
    service.answers = [answer]
    earn(database, member)
    follow()
    push()
    with database.bound():
        assert current_session().scalar(text("SELECT count(*) FROM wallet_devices")) == 0
        assert current_session().scalar(text("SELECT state FROM jobs WHERE queue = 'wallet'")) == "failed"


@pytest.mark.parametrize("answer", [(503, "ServiceUnavailable"), (429, "TooManyRequests"), (500, "")])
def test_a_push_that_apple_cannot_take_now_is_tried_again(
    phone, member, database, follow, push, service, answer, clock
):
    service.answers = [answer]
    earn(database, member)
    follow()
    push()
    clock.advance(seconds=2)
    push()
    assert len(service.pushes) == 2
    with database.bound():
        assert current_session().scalar(text("SELECT state FROM jobs WHERE queue = 'wallet'")) == "done"
