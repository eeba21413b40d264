"""Google Wallet: links that save passes, and changes of those that were saved."""

import pytest
from cryptography.exceptions import InvalidSignature

from loyalty.db.session import current_session
from loyalty.features.members import records
from loyalty.gateways.google_wallet import GoogleWallet
from loyalty.gateways.outbox import WALLET
from loyalty.gateways.wallet_keys import google_keys
from loyalty.reach.wallet import google as passes
from loyalty.rules.people import LANGUAGES
from loyalty.worker import worker_for
from support.factories import a_reward, run_command
from support.message_steps import earn
from support.outbox_message import drain
from support.wallet_authority import ACCOUNT, ISSUER_ID, authority, google_key
from support.wallet_servers import claims_of, google

pytestmark = pytest.mark.databases_differ

SAVE = "https://pay.google.com/gp/v/save/"
# Beyond this Google asks for shorter links.
LONGEST = 1800


@pytest.fixture
def service():
    with google(google_key().public_key()) as found:
        yield found


@pytest.fixture
def channel(config, service):
    keys = google_keys(config)
    return GoogleWallet(
        keys, service.url, f"{service.url}/token", lambda serial: passes.compose(serial, keys.issuer)
    )


@pytest.fixture
def send(database, channel, follow):
    """Mark what has changed and send it."""

    def run() -> None:
        follow()
        with database.bound():
            while drain(channel, WALLET):
                pass

    return run


@pytest.fixture
def link(as_member, member):
    def make(voucher_id=None):
        wanted = {"wallet": "google", "brand": "krua-bowl", "voucherId": voucher_id}
        answer = as_member(member).post(f"/api/member/{member}/walletPass", json=wanted)
        assert answer.status_code == 201, answer.text
        return answer.json["url"]

    return make


def payload(url: str) -> dict:
    assert url.startswith(SAVE)
    return claims_of(url.removeprefix(SAVE), google_key().public_key())[1]["payload"]


@pytest.fixture
def saved(link, service, follow):
    """The member's card, which Google has."""
    follow()
    [card] = payload(link())["loyaltyObjects"]
    service.saved[card["id"]] = card
    return card


def test_the_link_is_signed_by_the_account_and_holds_the_card(link, member, database, clock):
    url = link()
    head, claims = claims_of(url.removeprefix(SAVE), google_key().public_key())
    assert head == {"alg": "RS256", "typ": "JWT", "kid": "k1"}
    assert (claims["iss"], claims["aud"], claims["typ"]) == (ACCOUNT, "google", "savetowallet")
    assert claims["origins"] == ["http://localhost:4300"]
    assert claims["iat"] == int(clock.now().timestamp())
    [card] = claims["payload"]["loyaltyObjects"]
    with database.bound():
        code = records.get_member(current_session(), member).member_code
    assert card["id"].startswith(f"{ISSUER_ID}.{member}-")
    assert card["barcode"]["value"] == code
    assert card["loyaltyPoints"] == {"label": "Points", "balance": {"int": 700}}
    texts = {each["id"]: each["body"] for each in card["textModulesData"]}
    assert texts == {"tier": "Basic", "as_of": "14/03/2026 12:00"}
    assert len(url) <= LONGEST
    with pytest.raises(InvalidSignature):
        claims_of(url.removeprefix(SAVE), authority().key.public_key())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_speaks_the_members_language_and_its_link_is_short_enough(link, as_member, member, language):
    browser = as_member(member)
    saved = browser.get(f"/api/member/{member}/preferences").json["language"]
    answer = browser.put(
        f"/api/member/{member}/preferences", json={"language": {**saved, "selectedLanguage": language}}
    )
    assert answer.status_code == 200, answer.text
    url = link()
    assert payload(url)["loyaltyObjects"][0]["loyaltyPoints"]["label"] == passes.words(language)["points"]
    assert len(url) <= LONGEST


def test_a_voucher_names_its_end_and_page_but_no_code(link, as_member, member, database, clock):
    reward = a_reward(database, title="Thai Milk Tea")
    claimed = as_member(member).post("/api/claim", json={"memberId": member, "rewardId": reward})
    voucher = claimed.json["memberReward"]
    url = link(voucher["id"])
    [found] = payload(url)["genericObjects"]
    assert found["header"]["defaultValue"]["value"] == "Thai Milk Tea"
    assert found["state"] == "ACTIVE"
    assert "barcode" not in found
    assert found["linksModuleData"]["uris"][0]["uri"] == f"http://localhost:4300/reward/{voucher['id']}"
    assert voucher["code"] not in str(found)


def test_a_change_reaches_the_card_that_was_saved_by_one_access_token(
    saved, service, send, member, database, clock
):
    for points in (745, 790):
        clock.advance(minutes=1)
        earn(database, member)
        send()
        assert service.saved[saved["id"]]["loyaltyPoints"]["balance"] == {"int": points}
    assert service.tokens == 1


def test_a_card_that_nobody_saved_is_left_alone(link, service, send, member, database, clock, follow):
    follow()
    link()
    earn(database, member)
    send()
    assert [method for method, _path, _content in service.writes] == ["PUT"]
    clock.advance(minutes=5)
    send()
    assert len(service.writes) == 1


def test_the_worker_marks_what_has_changed_and_sends_it(config, saved, service, member, database):
    urls = {"wallet_google_url": service.url, "wallet_google_token_url": f"{service.url}/token"}
    earn(database, member)
    worker = worker_for(config.model_copy(update=urls), database)
    worker.start()
    try:
        assert service.written.wait(timeout=20)
    finally:
        worker.stop()
    assert service.saved[saved["id"]]["loyaltyPoints"]["balance"] == {"int": 745}


def test_google_out_of_order_is_asked_again(saved, service, send, member, database, clock):
    service.answers = [503]
    earn(database, member)
    send()
    clock.advance(seconds=2)
    send()
    assert service.saved[saved["id"]]["loyaltyPoints"]["balance"] == {"int": 745}


def test_an_erasure_ends_the_card_and_takes_what_it_said(app, saved, service, send, member, clock):
    clock.advance(minutes=1)
    why = ["--yes", "--by", "amir", "--reason", "ticket 4712, a wish"]
    assert run_command(app, "member", "erase", str(member), *why).exit_code == 0
    send()
    left = service.saved[saved["id"]]
    assert left["state"] == "INACTIVE"
    assert set(left) == {"id", "classId", "state"}
