"""The settings: one frozen Config, read from the environment and checked once, at the start.

Every setting is one row of SETTINGS with its sentence; `.env.example` is written from the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, fields
from urllib.parse import urlsplit

import structlog
from environs import Env

from loyalty.rules.people import problem_with_email

log = structlog.get_logger(__name__)

DEVELOPMENT_KEY = "development-only-key-do-not-use-in-production"


class WrongSetting(Exception):
    """A setting is missing or says something we cannot do; the sentence names it."""


@dataclass(frozen=True)
class Setting:
    """One setting: its name without LOYALTY_, what it is when unset, and what it means."""

    name: str
    default: str
    meaning: str
    choices: tuple[str, ...] = ()


SETTINGS = (
    Setting(
        "ENV",
        "development",
        "Where this runs. production refuses to start without a secret key of its own.",
        ("development", "production"),
    ),
    Setting(
        "DATABASE_URL",
        "sqlite:///var/loyalty.db",
        "The database: an SQLite file (a relative path starts at the working directory) or "
        "postgresql+psycopg://user:password@host/name.",
    ),
    Setting(
        "SECRET_KEY",
        DEVELOPMENT_KEY,
        "Signs tokens and keys the hashes of one-time codes. At least 32 random characters; "
        "changing it signs everybody out.",
    ),
    Setting(
        "MESSAGE_CHANNEL",
        "file",
        "How one-time codes leave: file writes them to LOYALTY_MESSAGE_FILE and shows them in the terminal; "
        "whatsapp and sms send them, with the settings of their name.",
        ("file", "whatsapp", "sms"),
    ),
    Setting("WHATSAPP_URL", "https://graph.facebook.com/v23.0", "WhatsApp's Cloud API with its version."),
    Setting("WHATSAPP_PHONE_ID", "", "The id of our number at WhatsApp."),
    Setting("WHATSAPP_TOKEN", "", "The key that WhatsApp gave us."),
    Setting(
        "WHATSAPP_TEMPLATE",
        "verification_code",
        "The authentication template, with a button that copies the code.",
    ),
    Setting("WHATSAPP_LANGUAGE", "en", "The language the template was approved in."),
    Setting(
        "SMS_URL",
        "",
        'Where SMS go: a gateway that takes {"to": "+60…", "text": "…"} by POST, https except on localhost.',
    ),
    Setting("SMS_TOKEN", "", "The key that the SMS gateway gave us; it is sent as Bearer."),
    Setting("MESSAGE_FILE", "var/messages.jsonl", "Where the file channel writes, one JSON line a message."),
    Setting(
        "SMTP_URL",
        "",
        "The mail server for applications and feedback: smtp://host, smtp+starttls://user:password@host or "
        "smtps://user:password@host. Empty writes letters to LOYALTY_MESSAGE_FILE.",
    ),
    Setting("MAIL_FROM", "noreply@kruabowl.example", "Whom our letters come from."),
    Setting("CAREER_MAILBOX", "careers@kruabowl.example", "Who reads applications."),
    Setting("FEEDBACK_MAILBOX", "hello@kruabowl.example", "Who reads feedback."),
    Setting(
        "REDIS_URL",
        "",
        "Redis for flood limits shared by several API processes; empty counts in each process.",
    ),
    Setting(
        "RATE_LIMITS",
        "on",
        "Flood limits per address and budgets for one-time codes. off is for tests: then only what belongs "
        "to a code itself holds, its life, its five tries and the cooldown before the next.",
        ("on", "off"),
    ),
    Setting(
        "SITE_ORIGIN",
        "http://localhost:4200",
        "The brand site's origin, such as https://www.example.com: https except on localhost, no path.",
    ),
    Setting(
        "MINI_ORIGIN",
        "http://localhost:4300",
        "The mini-program's origin, another host than the site's. Wrong or empty turns the handoff off.",
    ),
    Setting(
        "WORKER",
        "on",
        "Sends waiting messages from a thread of the API process; off when "
        "`flask --app loyalty worker` runs apart.",
        ("on", "off"),
    ),
    Setting("LOG_FORMAT", "text", "text for people, json for machines.", ("text", "json")),
    Setting(
        "OTP_UNKNOWN",
        "send",
        "A code asked for by a number nobody registered: send really sends one, silent only says so.",
        ("send", "silent"),
    ),
    Setting(
        "TRUSTED_PROXIES",
        "0",
        "How many proxies of ours stand in front and add X-Forwarded-For; 0 trusts no such header.",
    ),
    Setting(
        "ADJUST_LIMIT",
        "1000",
        "The most points that one operator may adjust alone; above it a second one has to approve.",
    ),
    Setting(
        "INACTIVE_MONTHS",
        "0",
        "After so many months without a sign-in and without a bill a member is erased by the tick; 0 never. "
        "The privacy notice has to say so before it is switched on.",
    ),
    Setting(
        "NOTICE_VERSION",
        "1",
        "The version of terms and privacy notice that holds; a new one asks every member again.",
    ),
    Setting("CODES_PER_DAY", "2000", "The most one-time codes sent in 24 hours; beyond, known devices only."),
)


@dataclass(frozen=True)
class Config:
    """What the process was told, checked. Field names are the settings' names in small letters."""

    env: str = "development"
    database_url: str = "sqlite:///var/loyalty.db"
    secret_key: str = DEVELOPMENT_KEY
    message_channel: str = "file"
    whatsapp_url: str = "https://graph.facebook.com/v23.0"
    whatsapp_phone_id: str = ""
    whatsapp_token: str = ""
    whatsapp_template: str = "verification_code"
    whatsapp_language: str = "en"
    sms_url: str = ""
    sms_token: str = ""
    message_file: str = "var/messages.jsonl"
    smtp_url: str = ""
    mail_from: str = "noreply@kruabowl.example"
    career_mailbox: str = "careers@kruabowl.example"
    feedback_mailbox: str = "hello@kruabowl.example"
    redis_url: str = ""
    rate_limits: bool = True
    site_origin: str = "http://localhost:4200"
    mini_origin: str = "http://localhost:4300"
    worker: bool = True
    log_format: str = "text"
    otp_unknown: str = "send"
    trusted_proxies: int = 0
    adjust_limit: int = 1000
    inactive_months: int = 0
    notice_version: str = "1"
    codes_per_day: int = 2000

    @property
    def handoff(self) -> bool:
        """Whether members may be handed from the site to the mini: both origins are usable and differ."""
        return handoff_problem(self.site_origin, self.mini_origin) is None

    @property
    def production(self) -> bool:
        """Whether real people are behind the requests."""
        return self.env == "production"


def figures_folder() -> str:
    """Where the workers of this node put what they count, so that /metrics can add it up; empty for one
    process. The name is prometheus-client's own, which reads it too.
    """
    return Env().str("PROMETHEUS_MULTIPROC_DIR", "")


def colours_wanted() -> bool:
    """Whether whoever passes our lines on wants them in colour, by the name that many programs know."""
    return Env().str("FORCE_COLOR", "0") != "0"


_bound: ContextVar[Config | None] = ContextVar("loyalty_config", default=None)


def bind(config: Config) -> None:
    """Make this the configuration of the request, command or thread at hand."""
    _bound.set(config)


def current() -> Config:
    """The configuration at hand: how services read a setting without knowing Flask."""
    config = _bound.get()
    if config is None:
        raise RuntimeError("no configuration is bound here")
    return config


def from_environment(values: Mapping[str, str] | None = None) -> Config:
    """Read LOYALTY_… from the environment (or from `values`) and check it; raise WrongSetting with a
    sentence.
    """
    env = Env(prefix="LOYALTY_")
    known: dict[str, object] = {}
    for setting in SETTINGS:
        said = env.str(setting.name, "") if values is None else values.get(f"LOYALTY_{setting.name}", "")
        known[setting.name.lower()] = _read(setting, said.strip() or setting.default)
    config = Config(**known)  # type: ignore[arg-type]  # the rows and the fields are held together by a test
    _check(config)
    return config


def _read(setting: Setting, said: str) -> object:
    """Turn the words of one setting into its value."""
    name = f"LOYALTY_{setting.name}"
    if setting.choices and said not in setting.choices:
        raise WrongSetting(f"{name}={said} is unknown. It may be {' or '.join(setting.choices)}.")
    kind = {field.name: field.type for field in fields(Config)}[setting.name.lower()]
    if kind == "bool":
        return said == "on"
    if kind == "int":
        if not (said.isascii() and said.isdigit()):
            raise WrongSetting(f"{name}={said} should be a whole number.")
        return int(said)
    return said


def _check(config: Config) -> None:
    """Refuse what would only fail later, and say what was turned off."""
    if config.production and config.secret_key == DEVELOPMENT_KEY:
        raise WrongSetting(
            "LOYALTY_SECRET_KEY is missing: production does not start without a key of its own."
        )
    if config.production and len(config.secret_key) < 32:
        raise WrongSetting("LOYALTY_SECRET_KEY is too short: it needs at least 32 characters.")
    if not config.database_url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise WrongSetting("LOYALTY_DATABASE_URL should start with sqlite:/// or postgresql+psycopg://.")
    if ":memory:" in config.database_url or config.database_url == "sqlite:///":
        raise WrongSetting(
            "LOYALTY_DATABASE_URL needs a file: a database in memory is lost with its connection."
        )
    _check_mail(config)
    _check_channel(config)
    problem = handoff_problem(config.site_origin, config.mini_origin)
    if problem:
        log.warning("handoff is off", reason=problem)


def _check_mail(config: Config) -> None:
    for name in ("mail_from", "career_mailbox", "feedback_mailbox"):
        address = getattr(config, name)
        if not address.isascii() or problem_with_email(address):
            raise WrongSetting(f"LOYALTY_{name.upper()} should be an e-mail address.")
    if config.smtp_url and not _is_mail_server(config.smtp_url):
        raise WrongSetting(
            "LOYALTY_SMTP_URL should look like smtp://host, smtp+starttls://user:password@host:587 or "
            "smtps://user:password@host."
        )
    if config.production and not config.smtp_url:
        log.warning("letters go to a file", reason="LOYALTY_SMTP_URL is empty")


# What a channel cannot do without.
_NEEDED = {
    "file": (),
    "whatsapp": ("whatsapp_url", "whatsapp_phone_id", "whatsapp_token", "whatsapp_template"),
    "sms": ("sms_url", "sms_token"),
}


def _check_channel(config: Config) -> None:
    channel = config.message_channel
    for name in _NEEDED[channel]:
        value = getattr(config, name)
        setting = f"LOYALTY_{name.upper()}"
        if not value:
            raise WrongSetting(f"{setting} is missing: LOYALTY_MESSAGE_CHANNEL={channel} needs it.")
        if name.endswith("_url"):
            parts = urlsplit(value)
            problem = _origin_problem(f"{parts.scheme}://{parts.netloc}")
            if problem:
                raise WrongSetting(f"{setting} {problem}.")
        elif not (value.isascii() and value.isprintable()):
            raise WrongSetting(f"{setting} holds signs that no header can carry.")


def _is_mail_server(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        return False
    known = parts.scheme in ("smtp", "smtp+starttls", "smtps")
    return known and bool(parts.hostname) and not (parts.path.strip("/") or parts.query or parts.fragment)


def handoff_problem(site: str, mini: str) -> str | None:
    """Why members cannot be handed from `site` to `mini`, or None (handoff.md B15)."""
    for name, origin in (("LOYALTY_SITE_ORIGIN", site), ("LOYALTY_MINI_ORIGIN", mini)):
        problem = _origin_problem(origin)
        if problem:
            return f"{name} {problem}"
    if urlsplit(site.lower()).netloc == urlsplit(mini.lower()).netloc:
        return "LOYALTY_SITE_ORIGIN and LOYALTY_MINI_ORIGIN should be different"
    return None


def _origin_problem(origin: str) -> str | None:
    """Why this is no origin we may send a token to, or None."""
    if not origin:
        return "is empty"
    try:
        parts = urlsplit(origin)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return "is not an origin"
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        return "is not an origin"
    if parts.path or parts.query or parts.fragment:
        return "should have no path"
    local = host in ("localhost", "127.0.0.1", "::1") or host.endswith(".localhost")
    if parts.scheme == "http" and not local:
        return "should use https"
    return None


def example_file() -> str:
    """The text of `.env.example`: every setting with its meaning and its default."""
    head = "# Written by `flask --app loyalty settings write`. Every setting is optional in development.\n"
    rows = []
    for setting in SETTINGS:
        choices = f" ({', '.join(setting.choices)})" if setting.choices else ""
        rows.append(f"\n# {setting.meaning}{choices}\n# LOYALTY_{setting.name}={setting.default}\n")
    return head + "".join(rows)
