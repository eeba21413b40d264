"""What a browser is called in the list of devices, and the notice of a new one."""

from datetime import UTC, datetime

import pytest

from loyalty.rules.devices import Device, device_notice, device_of
from loyalty.rules.formats import Formats
from loyalty.rules.people import LANGUAGES

MOZILLA = "Mozilla/5.0"
AGENTS = [
    (
        f"{MOZILLA} (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
        "Mobile Safari/537.36",
        Device("Chrome", "Android"),
    ),
    (
        f"{MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "Version/18.0 Mobile/15E148 Safari/604.1",
        Device("Safari", "iPhone"),
    ),
    (
        f"{MOZILLA} (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
        Device("Chrome", "iPad"),
    ),
    (
        f"{MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
        "Safari/537.36 Edg/140.0.0.0",
        Device("Edge", "Windows"),
    ),
    (
        f"{MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
        Device("Firefox", "macOS"),
    ),
    (
        f"{MOZILLA} (Linux; Android 14; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) "
        "SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
        Device("Samsung Internet", "Android"),
    ),
    (f"{MOZILLA} (X11; CrOS x86_64) Chrome/140.0.0.0 Safari/537.36", Device("Chrome", "ChromeOS")),
    (f"{MOZILLA} (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36 OPR/120.0", Device("Opera", "Linux")),
    ("curl/8.5.0", Device(None, None)),
    ("", Device(None, None)),
    ("x" * 400 + " Chrome/140", Device(None, None)),
]


@pytest.mark.parametrize(("user_agent", "device"), AGENTS)
def test_a_browser_is_called_as_its_owner_calls_it(user_agent, device):
    assert device_of(user_agent) == device


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["new_device", "passkey_added"])
def test_the_notice_of_a_new_device_has_device_time_and_way_out_in_each_language(kind, language):
    at = datetime(2026, 11, 23, 16, 3, tzinfo=UTC)
    notice = device_notice(kind, Formats(language), Device("Chrome", "Android"), at, "https://m.example/d")

    assert "Chrome" in notice.text
    assert "Android" in notice.text
    assert Formats(language).moment(at) in notice.text
    assert "https://m.example/d" in notice.text
    other = device_notice(kind, Formats("en"), Device("Chrome", "Android"), at, "https://m.example/d")
    assert (notice == other) == (language == "en")


def test_a_device_of_which_little_is_known_is_still_named():
    at = datetime(2026, 11, 23, 6, 3, tzinfo=UTC)
    assert "unknown device" in device_notice("new_device", Formats("en"), Device(None, None), at, "x").text
    notice = device_notice("new_device", Formats("xx"), Device(None, "iPhone"), at, "x")
    assert "New sign-in: iPhone, 23/11/2026, 14:03." in notice.text
