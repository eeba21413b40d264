"""The settings of wallets: all of one or none, and files that belong together; `wallet classes`."""

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from structlog.testing import capture_logs

from loyalty import create_app
from loyalty.config import Config, WrongSetting
from loyalty.gateways.wallet_keys import apple_keys, google_keys
from support.factories import run_command
from support.wallet_authority import TEAM, apple_settings, authority, google_key, google_settings, pem
from support.wallet_servers import google


@pytest.fixture
def apple(tmp_path):
    return apple_settings(tmp_path)


@pytest.fixture
def config(config, tmp_path):
    """With Google Wallet only."""
    return config.model_copy(update=google_settings(tmp_path))


def test_without_settings_there_is_no_wallet_and_nothing_is_read():
    settings = Config()
    assert settings.wallets == ()
    assert (apple_keys(settings), google_keys(settings)) == (None, None)


def test_without_apple_wallet_its_web_service_is_not_there_and_logs_nothing(other_app):
    client = other_app(wallet_apple_pass_type="", log_level="debug").test_client()
    body = {"pushToken": "x"}
    with capture_logs() as log:
        for method, path in (
            ("GET", "/devices/phone/registrations/pass.com.example"),
            ("POST", "/devices/phone/registrations/pass.com.example/7-0123"),
            ("DELETE", "/devices/phone/registrations/pass.com.example/7-0123"),
            ("GET", "/passes/pass.com.example/7-0123"),
        ):
            answer = client.open(f"/api/apple/v1{path}", method=method, json=body)
            assert (answer.status_code, answer.json["code"]) == (404, "no_wallet"), path
    assert [each["event"] for each in log if each["event"] != "request"] == []


@pytest.mark.parametrize("name", ["pass_type", "team", "certificate", "key", "issuer"])
def test_apple_wallet_set_by_half_names_what_is_missing(apple, name):
    apple.pop(f"wallet_apple_{name}")
    with pytest.raises(WrongSetting, match=f"^LOYALTY_WALLET_APPLE_{name.upper()} is missing: Apple Wallet"):
        Config(**apple)


@pytest.mark.parametrize("name", ["issuer", "account"])
def test_google_wallet_set_by_half_names_what_is_missing(tmp_path, name):
    settings = google_settings(tmp_path)
    settings.pop(f"wallet_google_{name}")
    with pytest.raises(WrongSetting, match=f"^LOYALTY_WALLET_GOOGLE_{name.upper()} is missing"):
        Config(**settings)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"wallet_google_issuer": "me", "wallet_google_account": "x"}, "GOOGLE_ISSUER should be a number"),
        ({"wallet_apple_push": "http://push.example.com"}, "APPLE_PUSH should use https"),
        ({"wallet_google_url": "ftp://example.com"}, "GOOGLE_URL is not an origin"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, sentence):
    with pytest.raises(WrongSetting, match=sentence):
        Config(**settings)


def test_keys_that_belong_together_are_taken(apple):
    assert apple_keys(Config(**apple)).team == TEAM


def test_a_file_that_is_not_there_and_one_that_is_none_are_named(apple, tmp_path):
    (tmp_path / "key.pem").write_text("nonsense")
    with pytest.raises(WrongSetting, match="LOYALTY_WALLET_APPLE_KEY holds no private key"):
        apple_keys(Config(**apple))
    (tmp_path / "certificate.pem").unlink()
    with pytest.raises(WrongSetting, match="LOYALTY_WALLET_APPLE_CERTIFICATE names a file"):
        apple_keys(Config(**apple))


def test_files_of_others_are_named(apple, tmp_path):
    other = authority("Somebody else")
    (tmp_path / "key.pem").write_bytes(pem(other.key))
    with pytest.raises(WrongSetting, match="APPLE_KEY is not the key of LOYALTY_WALLET_APPLE_CERTIFICATE"):
        apple_keys(Config(**apple))
    (tmp_path / "certificate.pem").write_bytes(other.certificate.public_bytes(Encoding.PEM))
    with pytest.raises(WrongSetting, match="APPLE_ISSUER did not issue"):
        apple_keys(Config(**apple))


def test_a_certificate_of_another_pass_type_or_team_is_named(apple):
    for name, value in (("team", "ZZZZZZZZZZ"), ("pass_type", "pass.com.example.other")):
        with pytest.raises(WrongSetting, match="CERTIFICATE is for another"):
            apple_keys(Config(**{**apple, f"wallet_apple_{name}": value}))


def test_a_start_with_a_wrong_file_ends_with_the_sentence(config, apple, tmp_path):
    (tmp_path / "key.pem").write_text("nonsense")
    with pytest.raises(WrongSetting, match="LOYALTY_WALLET_APPLE_KEY holds no private key"):
        create_app(config.model_copy(update=apple))


def test_wallet_classes_tells_google_of_our_passes(config):
    with google(google_key().public_key()) as service:
        settings = {"wallet_google_url": service.url, "wallet_google_token_url": f"{service.url}/token"}
        app = create_app(config.model_copy(update=settings))
        for _ in range(2):
            ended = run_command(app, "wallet", "classes")
            assert ended.exit_code == 0, ended.output
        app.extensions["loyalty.database"].close()
    kinds = {path.split("/")[3] for _method, path, _content in service.writes}
    assert kinds == {"loyaltyClass", "genericClass"}
    assert len(service.saved) == 4
    assert [method for method, _path, _content in service.writes].count("POST") == 4


def test_wallet_classes_without_google_wallet_says_so(config):
    app = create_app(Config(database_url=config.database_url, worker=False))
    ended = run_command(app, "wallet", "classes")
    assert ended.exit_code == 1
    assert "Google Wallet has no settings here" in ended.output
    app.extensions["loyalty.database"].close()
