"""What a browser is called in a list of devices, and the messages about new devices and passkeys."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from loyalty.rules.formats import Formats
from loyalty.rules.notices import Notice, notice, words

# How long a sign-in on a device lasts, at most (NIST SP 800-63B, AAL1).
SESSION_LIFE = timedelta(days=30)

# The first that fits: Edge, Opera and Samsung's say Chrome as well, and nearly everybody says Safari.
_BROWSERS: Final = (
    (re.compile(r"\bEdg(A|iOS)?/"), "Edge"),
    (re.compile(r"\b(OPR|OPT|OPiOS)/"), "Opera"),
    (re.compile(r"\bSamsungBrowser/"), "Samsung Internet"),
    (re.compile(r"\bHuaweiBrowser/"), "Huawei Browser"),
    (re.compile(r"\b(Firefox|FxiOS)/"), "Firefox"),
    (re.compile(r"\b(Headless)?(Chrome|CriOS)/"), "Chrome"),
    (re.compile(r"\bSafari/"), "Safari"),
)
_SYSTEMS: Final = (
    (re.compile(r"\biPhone\b"), "iPhone"),
    (re.compile(r"\biPad\b"), "iPad"),
    (re.compile(r"\bAndroid\b"), "Android"),
    (re.compile(r"\bWindows\b"), "Windows"),
    (re.compile(r"\bCrOS\b"), "ChromeOS"),
    (re.compile(r"\bMac OS X\b"), "macOS"),
    (re.compile(r"\bLinux\b"), "Linux"),
)
_MAX_READ: Final = 400


@dataclass(frozen=True)
class Device:
    """A browser and its system by the names people know; None for what is not among ours."""

    browser: str | None
    system: str | None


def device_of(user_agent: str) -> Device:
    """What a User-Agent header says, coarsely: no version, no model."""
    text = user_agent[:_MAX_READ]

    def first(names: tuple[tuple[re.Pattern[str], str], ...]) -> str | None:
        return next((name for pattern, name in names if pattern.search(text)), None)

    return Device(first(_BROWSERS), first(_SYSTEMS))


def device_notice(kind: str, formats: Formats, device: Device, at: datetime, link: str) -> Notice:
    """The notice of a sign-in on a new device (`new_device`), or of a passkey that was added on one
    (`passkey_added`), in Malaysian time.
    """
    name = called(formats.language, device)
    return notice(kind, formats.language, device=name, time=formats.moment(at), link=link)


def called(language: str, device: Device) -> str:
    """What a device is called in a sentence of one of our languages."""
    found = words(__package__, language)
    if device.browser and device.system:
        return str(found["device"]).format(browser=device.browser, system=device.system)
    return device.browser or device.system or str(found["unknown_device"])
