"""LOYALTY_HOSTS is checked before anything starts, with a sentence that says what to change."""

import json
from typing import Any

import pytest

from loyalty.config import Config, WrongSetting
from loyalty.rules.hosts import WrongHosts, is_subject, read

CHAT = {
    "name": "line",
    "title": "LINE",
    "issuer": "https://access.line.me",
    "authorization_endpoint": "https://access.line.me/oauth2/v2.1/authorize",
    "token_endpoint": "https://api.line.me/oauth2/v2.1/token",
    "token_endpoint_auth_method": "client_secret_post",
    "signed_by": "secret",
    "client_id": "1234567890",
    "client_secret": "0123456789abcdef0123456789abcdef",
    "origins": ["https://access.line.me"],
}


def test_the_host_of_the_manual_is_read():
    (chat,) = read(json.dumps([CHAT]), production=True)

    assert (chat.name, chat.jwks_uri, chat.origins) == ("line", "", ("https://access.line.me",))
    assert "0123456789abcdef" not in repr(chat)
    assert read("[]", production=True) == ()


WRONG: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "Invalid JSON"),
    "an object": ({"name": "line"}, "should be a valid array"),
    "a list of texts": (["line"], "0: Input should be an object"),
    "too many": ([{**CHAT, "name": f"h{n}x"} for n in range(21)], "at most 20 items"),
    "twice": ([CHAT, CHAT], "names the host line twice"),
    "no name": ([{**CHAT, "name": ""}], "0.name: String should match"),
    "a name for no path": ([{**CHAT, "name": "a/b"}], "0.name: String should match"),
    "a misspelt key": ([{**CHAT, "isuer": "x"}], "0.isuer: Extra inputs are not permitted"),
    "no issuer": ([{**CHAT, "issuer": ""}], "0.issuer: String should match"),
    "no secret": ([{**CHAT, "client_secret": None}], "0.client_secret: Input should be a valid string"),
    "a number": ([{**CHAT, "client_id": 7}], "0.client_id: Input should be a valid string"),
    "spaces around": ([{**CHAT, "client_id": " 7"}], "0.client_id: String should match"),
    "a long title": ([{**CHAT, "title": "L" * 41}], "0.title: String should have at most 40"),
    "another method": (
        [{**CHAT, "token_endpoint_auth_method": "none"}],
        "client_secret_basic",
    ),
    "no https": (
        [{**CHAT, "token_endpoint": "http://example.com/"}],
        "0.token_endpoint: Value error",
    ),
    "a password in it": ([{**CHAT, "token_endpoint": "https://a:b@example.com/"}], "it should be an address"),
    "a fragment": ([{**CHAT, "token_endpoint": "https://example.com/#x"}], "it should be an address"),
    "no address": ([{**CHAT, "token_endpoint": "https://[x"}], "it should be an address"),
    "no origins": ([{**CHAT, "origins": []}], "0.origins: Tuple should have at least 1 item"),
    "an origin with a path": ([{**CHAT, "origins": ["https://a.example/x"]}], "it should be an origin"),
    "not the endpoint's": (
        [{**CHAT, "origins": ["https://a.example"]}],
        "the origin of authorization_endpoint",
    ),
    "no keys": ([{**CHAT, "signed_by": "keys"}], "give jwks_uri, or signed_by secret"),
    "both keys": ([{**CHAT, "jwks_uri": "https://a.example/keys"}], "and not both"),
    "a short secret that signs": ([{**CHAT, "client_secret": "0" * 31}], "needs 32 characters"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_said(fault):
    given, sentence = WRONG[fault]
    text = given if isinstance(given, str) else json.dumps(given)

    with pytest.raises(WrongHosts) as refused:
        read(text, production=True)

    assert sentence in str(refused.value)


def test_loopback_without_https_is_for_development():
    local = [{**CHAT, "token_endpoint": "http://localhost:9/"}]
    assert read(json.dumps(local), production=False)
    with pytest.raises(WrongHosts, match="https"):
        read(json.dumps(local), production=True)
    elsewhere = [{**CHAT, "token_endpoint": "http://example.com/"}]
    with pytest.raises(WrongHosts, match="https"):
        read(json.dumps(elsewhere), production=False)


def test_a_sentence_names_no_secret():
    with pytest.raises(WrongHosts) as refused:
        read(json.dumps([{**CHAT, "client_secret": " my secret"}]), production=True)

    assert "my secret" not in str(refused.value)


def test_the_setting_is_the_list_or_a_file_with_it(tmp_path):
    file = tmp_path / "hosts.json"
    file.write_text(json.dumps([CHAT]))

    assert [host.name for host in Config(hosts=str(file)).super_apps] == ["line"]
    assert [host.name for host in Config(hosts=json.dumps([CHAT])).super_apps] == ["line"]
    assert Config().super_apps == ()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"hosts": "/nowhere/hosts.json"}, "LOYALTY_HOSTS: the file /nowhere/hosts.json cannot be read."),
        ({"hosts": "[{}]"}, "LOYALTY_HOSTS 0.name: Field required."),
        ({"hosts": "{}"}, "LOYALTY_HOSTS Input should be a valid array"),
        (
            {"hosts": json.dumps([CHAT]), "mini_origin": "http://mini.example"},
            "LOYALTY_MINI_ORIGIN should use https",
        ),
    ],
)
def test_a_setting_that_cannot_be_used_stops_the_start(settings, sentence):
    with pytest.raises(WrongSetting) as refused:
        Config(**settings)

    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("U" * 255, True),
        ("U" * 256, False),
        ("", False),
        ("a b", False),
        ("ü", False),
        (7, False),
        (None, False),
    ],
)
def test_a_subject_is_255_visible_ascii_characters_at_most(value, expected):
    assert is_subject(value) is expected
