"""What a browser is called in a list of devices, and the messages about new devices and passkeys."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from loyalty.rules.formats import Formats

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


@dataclass(frozen=True)
class Notice:
    """A notice in the member's language: the subject of a mail, and one short text."""

    subject: str
    text: str


# By language: browser and system together, and the device nobody knows.
_DEVICE_WORDS: Final = {
    "en": ("{browser} on {system}", "an unknown device"),
    "ms": ("{browser} pada {system}", "peranti yang tidak dikenali"),
    "zh": ("{system} 上的 {browser}", "未知设备"),
    "ta": ("{system} இல் {browser}", "அறியப்படாத சாதனம்"),
    "th": ("{browser} บน {system}", "อุปกรณ์ที่ไม่รู้จัก"),
    "id": ("{browser} di {system}", "perangkat tak dikenal"),
}
_NEW_SIGN_IN: Final = {
    "en": (
        "New sign-in to your membership",
        "New sign-in: {device}, {time}. Not you? Sign that device out: {link}",
    ),
    "ms": (
        "Log masuk baharu ke keahlian anda",
        "Log masuk baharu: {device}, {time}. Bukan anda? Log keluar peranti itu: {link}",
    ),
    "zh": (
        "您的会员账户有新的登入",
        "新登入：{device}，{time}。不是您本人？请登出该设备：{link}",  # noqa: RUF001  # Chinese signs
    ),
    "ta": (
        "உங்கள் உறுப்பினர் கணக்கில் புதிய உள்நுழைவு",
        "புதிய உள்நுழைவு: {device}, {time}. நீங்கள் இல்லையா? அந்தச் சாதனத்தை வெளியேற்றவும்: {link}",
    ),
    "th": (
        "มีการเข้าสู่ระบบใหม่ในบัญชีสมาชิกของคุณ",
        "เข้าสู่ระบบใหม่: {device} เวลา {time} ไม่ใช่คุณใช่ไหม ออกจากระบบอุปกรณ์นั้น: {link}",
    ),
    "id": (
        "Ada yang masuk ke keanggotaan Anda",
        "Perangkat baru masuk: {device}, {time}. Bukan Anda? Keluarkan perangkat itu: {link}",
    ),
}


_NEW_PASSKEY: Final = {
    "en": (
        "A passkey was added to your membership",
        "A passkey that signs in was added: {device}, {time}. Not you? Remove it: {link}",
    ),
    "ms": (
        "Kunci laluan ditambah pada keahlian anda",
        "Kunci laluan untuk log masuk telah ditambah: {device}, {time}. Bukan anda? Buangnya: {link}",
    ),
    "zh": (
        "您的会员账户新增了通行密钥",
        "新增了可用于登入的通行密钥：{device}，{time}。不是您本人？请将其移除：{link}",  # noqa: RUF001
    ),
    "ta": (
        "உங்கள் உறுப்பினர் கணக்கில் கடவுச்சாவி சேர்க்கப்பட்டது",
        "உள்நுழையும் கடவுச்சாவி சேர்க்கப்பட்டது: {device}, {time}. நீங்கள் இல்லையா? அதை அகற்றவும்: {link}",
    ),
    "th": (
        "มีการเพิ่มพาสคีย์ในบัญชีสมาชิกของคุณ",
        "เพิ่มพาสคีย์สำหรับเข้าสู่ระบบแล้ว: {device} เวลา {time} ไม่ใช่คุณใช่ไหม ลบพาสคีย์นั้น: {link}",
    ),
    "id": (
        "Kunci sandi ditambahkan ke keanggotaan Anda",
        "Kunci sandi untuk masuk telah ditambahkan: {device}, {time}. Bukan Anda? Hapus: {link}",
    ),
}


def sign_in_notice(formats: Formats, device: Device, at: datetime, link: str) -> Notice:
    """The notice of a sign-in on a new device, in Malaysian time. English for any other language."""
    return _notice(_NEW_SIGN_IN, formats, device, at, link)


def passkey_notice(formats: Formats, device: Device, at: datetime, link: str) -> Notice:
    """The notice of a passkey that was added on a device; time and language as for a sign-in."""
    return _notice(_NEW_PASSKEY, formats, device, at, link)


def _notice(
    texts: dict[str, tuple[str, str]], formats: Formats, device: Device, at: datetime, link: str
) -> Notice:
    language = formats.language if formats.language in texts else "en"
    subject, text = texts[language]
    return Notice(subject, text.format(device=called(language, device), time=formats.moment(at), link=link))


def called(language: str, device: Device) -> str:
    """What a device is called in a sentence of one of our languages."""
    both, unknown = _DEVICE_WORDS[language]
    if device.browser and device.system:
        return both.format(browser=device.browser, system=device.system)
    return device.browser or device.system or unknown
