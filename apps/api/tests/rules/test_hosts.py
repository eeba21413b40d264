"""LOYALTY_HOSTS is checked before anything starts, with a sentence that says what to change."""

import json
from typing import Any

import pytest

from loyalty.config import Config, WrongSetting
from loyalty.rules.hosts import WrongHosts, is_subject, read

CHAT = {
    "name": "line",
    "title": "LINE",
    "kind": "oidc",
    "issuer": "https://access.line.me",
    "authorization_endpoint": "https://access.line.me/oauth2/v2.1/authorize",
    "token_endpoint": "https://api.line.me/oauth2/v2.1/token",
    "token_endpoint_auth_method": "client_secret_post",
    "signed_by": "secret",
    "client_id": "1234567890",
    "client_secret": "0123456789abcdef0123456789abcdef",
    "origins": ["https://access.line.me"],
}
WALLET = {
    "name": "wechat",
    "title": "WeChat",
    "kind": "code",
    "page": "https://pages.example.com/wechat.html",
    "endpoint": "https://api.weixin.qq.com/sns/jscode2session",
    "method": "GET",
    "fields": {
        "appid": "{client_id}",
        "secret": "{client_secret}",
        "js_code": "{code}",
        "grant_type": "authorization_code",
    },
    "subject": "openid",
    "client_id": "wx0123456789",
    "client_secret": "0123456789abcdef",
    "origins": ["https://pages.example.com"],
}


def test_the_hosts_of_the_manual_are_read():
    chat, wallet = read(json.dumps([CHAT, WALLET]), production=True)

    assert (chat.name, chat.kind, chat.jwks_uri) == ("line", "oidc", "")
    assert dict(wallet.fields)["js_code"] == "{code}"
    assert "0123456789abcdef" not in repr((chat, wallet))
    assert read("[]", production=True) == ()


WRONG: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "is no JSON"),
    "an object": ({"name": "line"}, "should be a list of hosts"),
    "a list of texts": (["line"], "should be a list of hosts"),
    "too many": ([{**CHAT, "name": f"h{n}x"} for n in range(21)], "more than 20"),
    "twice": ([CHAT, CHAT], "names the host line twice"),
    "no name": ([{**CHAT, "name": ""}], "host 1: name should be"),
    "a name for no path": ([{**CHAT, "name": "a/b"}], "host 1: name should be"),
    "another kind": ([{**CHAT, "kind": "saml"}], "line: kind should be oidc or code"),
    "a misspelt key": ([{**CHAT, "isuer": "x"}], "line: isuer is unknown for a host of kind oidc"),
    "a key of the other kind": ([{**WALLET, "issuer": "x"}], "wechat: issuer is unknown"),
    "no issuer": ([{**CHAT, "issuer": ""}], "line: issuer is missing"),
    "no secret": ([{**WALLET, "client_secret": None}], "wechat: client_secret is missing"),
    "a number": ([{**CHAT, "client_id": 7}], "line: client_id should be a text"),
    "spaces around": ([{**CHAT, "client_id": " 7"}], "line: client_id should be a text"),
    "a long title": ([{**CHAT, "title": "L" * 41}], "line: title should have at most 40"),
    "another method": ([{**WALLET, "method": "PUT"}], "wechat: method should be POST or GET"),
    "no https": (
        [{**WALLET, "endpoint": "http://example.com/"}],
        "wechat: endpoint should be an address by https",
    ),
    "a password in it": ([{**WALLET, "page": "https://a:b@pages.example.com/"}], "wechat: page should be"),
    "a fragment": ([{**WALLET, "page": "https://pages.example.com/#x"}], "wechat: page should be"),
    "no address": ([{**CHAT, "token_endpoint": "https://[x"}], "line: token_endpoint should be"),
    "no origins": ([{**CHAT, "origins": []}], "line: origins should be a list"),
    "an origin with a path": ([{**CHAT, "origins": ["https://a.example/x"]}], "is no origin"),
    "not the page's origin": (
        [{**WALLET, "origins": ["https://a.example"]}],
        "should have the origin of page",
    ),
    "not the endpoint's": (
        [{**CHAT, "origins": ["https://a.example"]}],
        "the origin of authorization_endpoint",
    ),
    "no keys": ([{**CHAT, "signed_by": "keys"}], "give jwks_uri, or signed_by secret"),
    "both keys": ([{**CHAT, "jwks_uri": "https://a.example/keys"}], "and not both"),
    "a short secret that signs": ([{**CHAT, "client_secret": "0" * 31}], "needs 32 characters"),
    "fields of numbers": ([{**WALLET, "fields": {"code": 7}}], "fields should be an object of texts"),
    "no code in fields": ([{**WALLET, "fields": {"a": "b"}}], "one of fields should hold {code}"),
    "another name in fields": ([{**WALLET, "fields": {"a": "{code.x}"}}], "may hold {client_id}"),
    "a brace in fields": ([{**WALLET, "fields": {"a": "{code"}}], "may hold {client_id}"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_said(fault):
    given, sentence = WRONG[fault]
    text = given if isinstance(given, str) else json.dumps(given)

    with pytest.raises(WrongHosts) as refused:
        read(text, production=True)

    assert sentence in str(refused.value)


def test_loopback_without_https_is_for_development():
    local = [{**WALLET, "page": "http://localhost:9/", "origins": ["http://localhost:9"]}]
    assert read(json.dumps(local), production=False)
    with pytest.raises(WrongHosts, match="https"):
        read(json.dumps(local), production=True)
    elsewhere = [{**WALLET, "page": "http://example.com/", "origins": ["http://example.com"]}]
    with pytest.raises(WrongHosts, match="https"):
        read(json.dumps(elsewhere), production=False)


def test_the_setting_is_the_list_or_a_file_with_it(tmp_path):
    file = tmp_path / "hosts.json"
    file.write_text(json.dumps([CHAT]))

    assert [host.name for host in Config(hosts=str(file)).super_apps] == ["line"]
    assert [host.name for host in Config(hosts=json.dumps([WALLET])).super_apps] == ["wechat"]
    assert Config().super_apps == ()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"hosts": "/nowhere/hosts.json"}, "LOYALTY_HOSTS: the file /nowhere/hosts.json cannot be read."),
        ({"hosts": "[{}]"}, "LOYALTY_HOSTS host 1: name should be 2 to 20"),
        ({"hosts": "{}"}, "LOYALTY_HOSTS should be a list of hosts"),
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
