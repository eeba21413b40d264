"""The settings: every one with its type, default and meaning, read from LOYALTY_… and checked at the start.

`.env.example` is written from the same fields.
"""

import hmac
import os
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, Self, get_args
from urllib.parse import urlsplit

import structlog
from flask import current_app
from pydantic import Field, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from loyalty.rules import base64url, push_keys
from loyalty.rules.group import GROUP
from loyalty.rules.hosts import Host, WrongHosts
from loyalty.rules.hosts import read as read_hosts
from loyalty.rules.people import problem_with_email
from loyalty.rules.voucher_codes import SEED_BYTES
from loyalty.rules.wallet import APPLE, GOOGLE

PREFIX = "LOYALTY_"
DEVELOPMENT_KEY = "development-only-key-do-not-use-in-production"

log = structlog.get_logger(__name__)


class WrongSetting(Exception):
    """A setting is missing or has a value that cannot be used; the message names the setting.

    pydantic would wrap a ValueError.
    """


class Config(BaseSettings):
    """All settings, checked. A setting is called LOYALTY_ and its field's name in capitals.

    Arguments come before the environment, the environment before the defaults. Raises WrongSetting.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, hide_input_in_errors=True, use_attribute_docstrings=True
    )

    env: Literal["development", "production"] = "development"
    """Where this runs. production refuses to start without keys of its own."""
    database_url: str = Field(default="sqlite:///var/loyalty.db", repr=False)
    """The database: an SQLite file (a relative path starts at the working directory) or
    postgresql+psycopg://user:password@host/name.
    """
    migration_database_url: str = Field(default="", repr=False)
    """The same database by the role that owns its tables: db upgrade uses it, and nothing else needs it.
    Empty when one role does all.
    """
    secret_keys: str = Field(default=DEVELOPMENT_KEY, repr=False)
    """The keys of session tokens and receipt claims, with commas between: the first signs, all of them
    verify. Each at least 32 random characters. Removing a key signs out every session that was signed with
    it, and makes such receipt claims useless: keep it behind the new one for 30 days, the longest life of a
    session.
    """
    hash_key: str = Field(default=DEVELOPMENT_KEY, repr=False)
    """Keys the hashes of one-time codes, numbers and addresses in the tables, and makes the secrets of
    webhooks. At least 32 random characters; a new one makes every device unknown, every limit begin anew,
    every PIN of the staff and every secret of a webhook wrong.
    """
    ledger_keys: str = Field(default="", repr=False)
    """The keys that seal the ledger, with commas between: the first signs, all of them verify. Each at least
    32 random characters, kept outside the database and its backups; without one that has sealed the audit
    fails. Empty in development derives one from LOYALTY_HASH_KEY.
    """
    voucher_keys: str = Field(default="", repr=False)
    """The private keys that sign the codes of presented vouchers for tills without a network, with commas
    between: the first signs, tills verify with all of them. `generate voucher-key` makes one; keep the old
    one behind the new for a day. Empty in development derives one from LOYALTY_HASH_KEY; empty in production
    signs none, and no till takes vouchers without the network.
    """
    message_channel: Literal["file", "whatsapp", "sms"] = "file"
    """How one-time codes leave: file writes them to LOYALTY_MESSAGE_FILE and, in development, shows them;
    whatsapp and sms send them, with the settings of their name.
    """
    whatsapp_url: str = "https://graph.facebook.com/v23.0"
    """WhatsApp's Cloud API with its version."""
    whatsapp_phone_id: str = ""
    """The id of our number at WhatsApp."""
    whatsapp_token: str = Field(default="", repr=False)
    """The key that WhatsApp gave us."""
    whatsapp_template: str = "verification_code"
    """The authentication template, with a button that copies the code."""
    whatsapp_notice_template: str = ""
    """The utility template for messages without a code, their text its one variable: of a new device or
    passkey, and before an unused membership is erased. Without it these do not leave by WhatsApp.
    """
    whatsapp_marketing_template: str = ""
    """The marketing template for messages that are advertising, such as offers and new rewards, their text
    its one variable. With it they go by WhatsApp to members who want them and whom neither push nor e-mail
    reaches; without it none does.
    """
    whatsapp_language: str = "en"
    """The language the templates were approved in."""
    sms_url: str = ""
    """Where SMS go: a gateway that takes {"to": "+6512345678", "text": "…"} by POST, https except on
    localhost.
    """
    sms_token: str = Field(default="", repr=False)
    """The key that the SMS gateway gave us; it is sent as Bearer."""
    message_file: str = "var/messages.jsonl"
    """Where the file channel writes, one JSON line a message."""
    smtp_url: str = Field(default="", repr=False)
    """The mail server for applications and feedback: smtp://host, smtp+starttls://user:password@host or
    smtps://user:password@host. Empty writes e-mails to LOYALTY_MESSAGE_FILE.
    """
    mail_from: str = GROUP.emails.sender
    """The sender's address of our e-mails."""
    career_mailbox: str = GROUP.emails.careers
    """Where applications are sent."""
    feedback_mailbox: str = GROUP.emails.feedback
    """Where feedback is sent."""
    push_key: str = Field(default="", repr=False)
    """The private key of web push notifications (VAPID): `generate push-key` makes one. Empty in development
    derives one from LOYALTY_HASH_KEY; empty in production sends no pushes. With another key every browser has
    to be asked anew.
    """
    push_services: str = ""
    """Hosts of push services, such as push.example.com, with commas between, that pushes go to beside
    Google's, Mozilla's, Microsoft's and Apple's; hosts below them too. In development also with a port, such
    as localhost:9100, and then not public.
    """
    wallet_apple_pass_type: str = ""
    """Apple Wallet: the pass type id, such as pass.com.example.member (docs/integrations.md). Empty, with the
    other settings of Apple Wallet, makes no passes.
    """
    wallet_apple_team: str = ""
    """Apple Wallet: the team id, ten characters."""
    wallet_apple_certificate: str = ""
    """Apple Wallet: the PEM file of the pass type's certificate."""
    wallet_apple_key: str = ""
    """Apple Wallet: the PEM file of that certificate's private key, without a password."""
    wallet_apple_issuer: str = ""
    """Apple Wallet: the PEM file of the certificate that issued it (Apple's WWDR, G4)."""
    wallet_apple_push: str = "https://api.push.apple.com"
    """Apple Wallet: the push service that notifies devices of changed passes (APNs)."""
    wallet_google_issuer: str = ""
    """Google Wallet: the issuer id, a number. Empty, with the service account, makes no passes."""
    wallet_google_account: str = ""
    """Google Wallet: the JSON file of the service account's key."""
    wallet_google_url: str = "https://walletobjects.googleapis.com"
    """Google Wallet: the address of its API."""
    wallet_google_token_url: str = "https://oauth2.googleapis.com/token"  # noqa: S105  # an address
    """Google Wallet: where the service account gets its access tokens."""
    webhook_private: str = ""
    """Hosts with their ports, such as erp.lan:8443, with commas between, that webhooks may go to although
    they are not public, also by http. Empty allows public hosts by https only.
    """
    clamd: str = ""
    """ClamAV's daemon, which scans attachments: unix:/run/clamav/clamd.ctl or tcp://host:3310. Empty scans
    nothing; while it does not answer, attachments are refused for the moment.
    """
    attachments: str = ""
    """Where attachments are kept: a folder that all nodes share, outside what a web server shows, which only
    the API's user may read; or s3://bucket/prefix, with the packages of loyalty-api[s3] and boto3's settings,
    such as AWS_REGION. It belongs to one database. Production demands one that is there. Empty in development
    takes a folder beside an SQLite database, else var/attachments.
    """
    redis_url: str = Field(default="", repr=False)
    """Redis for rate limits shared by several API processes; empty counts in each process."""
    rate_limits: bool = True
    """Rate limits per address and budgets for one-time codes. off is for tests: then only what belongs to a
    code itself holds, its life, its five tries and the cooldown before the next.
    """
    site_origin: str = "http://localhost:4200"
    """The brand site's origin, such as https://www.example.com: https except on localhost, no path."""
    mini_origin: str = "http://localhost:4300"
    """The mini-program's origin, another host than the site's. Wrong or empty turns the handoff off."""
    cors: bool = False
    """Whether pages of LOYALTY_SITE_ORIGIN and LOYALTY_MINI_ORIGIN call the API at another host of the same
    domain, such as https://api.example.com. off is for hosts that pass /api on.
    """
    passkey_rp_id: str = ""
    """The host that passkeys are made for (WebAuthn's RP ID): the host of one of the two origins, or a domain
    above it; empty takes the site's host. Another one later makes all passkeys useless.
    """
    hosts: str = Field(default="", repr=False)
    """The super-apps inside which members open the mini-program, such as LINE: a JSON list, or the
    path of a file with one that only the API's user may read (docs/integrations.md). Empty has none.
    """
    staff_origin: str = ""
    """The staff app's origin, such as https://staff.example.com: https except on localhost, no path, another
    host than the other two. Its host is what the staff's passkeys are made for. Empty turns the staff app
    off: /api/staff answers 404.
    """
    worker: bool = True
    """Sends waiting messages from a thread of the API process; off when `flask --app loyalty worker` runs
    apart.
    """
    log_format: Literal["text", "json"] = "text"
    """text for people, json for machines."""
    log_level: Literal["warning", "info", "debug"] = "info"
    """warning leaves out requests; debug also writes what the devices of Apple Wallet report."""
    otel: bool = False
    """Sends traces of requests and statements by OpenTelemetry (OTLP by HTTP), where the standard
    OTEL_EXPORTER_OTLP_… variables say. Needs the packages of loyalty-api[observability]. SENTRY_DSN (Sentry's
    own variable) sends crashes to Sentry.
    """
    otp_unknown: Literal["send", "silent"] = "send"
    """What happens when an unregistered number asks for a code: send sends one, silent sends none and answers
    the same.
    """
    trusted_proxies: int = 0
    """How many of your proxies add X-Forwarded-For; 0 ignores the header."""
    notice_version: str = "1"
    """The version of terms and privacy notice that holds; a new one asks every member again."""
    codes_per_day: int = 2000
    """The most one-time codes sent in 24 hours; beyond, known devices only."""
    allow_file_channel: bool = False
    """Production may write one-time codes and e-mails to LOYALTY_MESSAGE_FILE instead of sending them: to try
    things out, never with members.
    """
    name_required: bool = False
    """Commands that change or show members' data need --by: for containers, where everybody has the same
    login. Two operators cannot be distinguished there, so neither can approve.
    """

    @field_validator("*", mode="before")
    @classmethod
    def _read(cls, value: object, info: ValidationInfo) -> object:
        """The value of one setting from its text in the environment; an empty text is the default."""
        if not isinstance(value, str):
            return value
        field = cls.model_fields[str(info.field_name)]
        text = value.strip()
        if not text:
            return field.default
        words = _words(field.annotation)
        if words and text not in words:
            raise WrongSetting(f"{_name(info.field_name)}={text} is unknown. It may be {' or '.join(words)}.")
        if field.annotation is bool:
            return _ON_OFF[text]
        if not _is_unicode(text):
            raise WrongSetting(f"{_name(info.field_name)} is not UTF-8.")
        if field.annotation is int and not (text.isascii() and text.isdigit()):
            raise WrongSetting(f"{_name(info.field_name)}={text} should be a whole number.")
        return text

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Refuse what would only fail later."""
        if self.production:
            _check_keys(self)
            _check_production(self)
        _check_voucher_keys(self)
        _check_push(self)
        _check_wallets(self)
        _check_addresses(self)
        _check_passkeys(self)
        _check_staff(self)
        _check_hosts(self)
        _check_mail(self)
        _check_channel(self)
        return self

    @property
    def handoff(self) -> bool:
        """Whether members may be handed from the site to the mini-program."""
        return handoff_problem(self.site_origin, self.mini_origin) is None

    @property
    def carries_texts(self) -> bool:
        """Whether messages to telephones may be texts of our own: WhatsApp wants a template for them."""
        return self.message_channel != "whatsapp" or bool(self.whatsapp_notice_template)

    @property
    def carries_advertising(self) -> bool:
        """Whether messages to telephones may be advertising: WhatsApp wants a template for it."""
        return self.message_channel == "whatsapp" and bool(self.whatsapp_marketing_template)

    @property
    def key_ring(self) -> tuple[str, ...]:
        """The keys of session tokens, the one that signs first."""
        return _ring(self.secret_keys)

    @property
    def ledger_ring(self) -> tuple[bytes, ...]:
        """The keys of seals, the one that signs first; without any, one expanded by HKDF (RFC 5869)."""
        keys = tuple(key.encode() for key in _ring(self.ledger_keys))
        return keys or (hmac.digest(self.hash_key.encode(), b"loyalty.ledger\x01", "sha256"),)

    @property
    def voucher_ring(self) -> tuple[bytes, ...]:
        """The private keys of signed voucher codes, the one that signs first; in production perhaps none."""
        keys = tuple(filter(None, map(_voucher_key, _ring(self.voucher_keys))))
        if keys or self.production:
            return keys
        return (hmac.digest(self.hash_key.encode(), b"loyalty.voucher\x01", "sha256"),)

    @property
    def push_private_key(self) -> bytes | None:
        """The 32 bytes of the key of web push notifications; None in production without one."""
        if self.push_key:
            return base64url.decode_exactly(self.push_key, push_keys.KEY_BYTES)
        if self.production:
            return None
        return hmac.digest(self.hash_key.encode(), b"loyalty.push\x01", "sha256")

    @property
    def push_hosts(self) -> tuple[str, ...]:
        """The push services beside the known ones."""
        return _ring(self.push_services.lower())

    @property
    def push_private_hosts(self) -> tuple[str, ...]:
        """Those of `push_hosts` that need not be public."""
        return tuple(each for each in self.push_hosts if ":" in each)

    @property
    def super_apps(self) -> tuple[Host, ...]:
        """The super-apps that sign members in."""
        return _super_apps(self.hosts, self.production)

    @property
    def wallets(self) -> tuple[str, ...]:
        """The wallets that members can have passes in."""
        named = {APPLE: self.wallet_apple_pass_type, GOOGLE: self.wallet_google_issuer}
        return tuple(wallet for wallet, value in named.items() if value)

    @property
    def webhook_private_hosts(self) -> tuple[str, ...]:
        """The hosts that webhooks may go to although they are not public."""
        return _ring(self.webhook_private)

    @property
    def attachments_bucket(self) -> tuple[str, str] | None:
        """The bucket of attachments and what their keys in it begin with; None where a folder keeps them."""
        if not self.attachments.startswith(_S3):
            return None
        bucket, _, prefix = self.attachments.removeprefix(_S3).partition("/")
        return bucket, f"{prefix.rstrip('/')}/" if prefix else ""

    @property
    def attachments_folder(self) -> Path:
        """The folder of attachments, where no bucket keeps them."""
        beside = self.database_url.removeprefix("sqlite:///")
        if self.attachments or beside == self.database_url:
            return Path(self.attachments or "var/attachments")
        return Path(beside.partition("?")[0]).with_suffix(".attachments")

    @property
    def rp_id(self) -> str:
        """The host that passkeys are made for."""
        return self.passkey_rp_id or urlsplit(self.site_origin).hostname or ""

    @property
    def staff_rp_id(self) -> str:
        """The host that passkeys of the staff are made for."""
        return urlsplit(self.staff_origin).hostname or ""

    @property
    def production(self) -> bool:
        """Whether real people are behind the requests."""
        return self.env == "production"


def current() -> Config:
    """The settings of the application, in a request, a command or a thread of the worker."""
    config: Config = current_app.extensions["loyalty.config"]
    return config


def from_environment() -> Config:
    """The settings of this process, checked.

    Raises WrongSetting, also for a name that looks like a setting's misspelt. Any other unknown name is
    accepted: a release that was rolled back finds settings of the release after it.
    """
    known = [name.upper() for name in Config.model_fields]
    for name in unknown_settings():
        near = get_close_matches(name.removeprefix(PREFIX), known, n=1, cutoff=_MISSPELT)
        if near:
            raise WrongSetting(f"{name} is not a setting. Did you mean {PREFIX}{near[0]}?")
    return Config()


# Read by the development servers, the browser tests and the test suite, which share our prefix.
_OTHER_NAMES = frozenset(
    ("API_PORT", "SITE_PORT", "MINI_PORT", "STAFF_PORT", "API_URL", "HANDOFF", "PICTURES", "FUZZ_CASES")
)
_OTHER_PREFIXES = ("E2E_", "TEST_")
# How similar an unknown name has to be to a setting's to count as a misspelling (1: the same).
_MISSPELT = 0.75


def unknown_settings() -> list[str]:
    """The variables of the environment that have our prefix and no meaning to any program."""
    known = {name.upper() for name in Config.model_fields} | _OTHER_NAMES
    ours = [name.removeprefix(PREFIX) for name in os.environ if name.startswith(PREFIX)]
    return sorted(
        PREFIX + name for name in ours if name not in known and not name.startswith(_OTHER_PREFIXES)
    )


def example_file() -> str:
    """The text of `.env.example`: every setting with its meaning and its default."""
    rows = [
        "# Written by `flask --app loyalty generate settings`. Every setting is optional in development.\n"
    ]
    for name, field in Config.model_fields.items():
        words = _words(field.annotation)
        choices = f" ({', '.join(words)})" if words else ""
        default = field.default
        if isinstance(default, bool):
            default = "on" if default else "off"
        meaning = " ".join((field.description or "").split())
        rows.append(f"\n# {meaning}{choices}\n# {_name(name)}={default}\n")
    return "".join(rows)


def warn(config: Config, unknown: Sequence[str] = ()) -> None:
    """Write to the log what these settings turn off, and which names have no meaning."""
    for name in unknown:
        log.warning("unknown setting", name=name)
    problem = handoff_problem(config.site_origin, config.mini_origin)
    if problem:
        log.warning("handoff is off", reason=problem)
    if config.production and (config.message_channel == "file" or not config.smtp_url):
        log.warning("messages go to a file", reason="LOYALTY_ALLOW_FILE_CHANNEL is on")


def for_program(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program that we start: ours, with these variables added."""
    return {**os.environ, **more}


def multiprocess_folder() -> str:
    """Where the processes of this node keep their metrics, so that /metrics can add them up; empty for one
    process. The variable is prometheus-client's.
    """
    return os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")


def sentry_dsn() -> str:
    """Where crashes are sent; empty sends none. The variable is Sentry's."""
    return os.environ.get("SENTRY_DSN", "")


def colours_wanted() -> bool:
    """Whether output that is piped should have colours: FORCE_COLOR, which many programs know."""
    return os.environ.get("FORCE_COLOR", "0") != "0"


def sudo_user() -> str:
    """Who became root by sudo, as sudo says; empty otherwise. Anybody can set this variable for a process of
    their own, so believe it only where the process runs as root.
    """
    return os.environ.get("SUDO_USER", "")


def handoff_problem(site: str, mini: str) -> str | None:
    """Why members cannot be handed from `site` to `mini`, or None."""
    for name, origin in (("LOYALTY_SITE_ORIGIN", site), ("LOYALTY_MINI_ORIGIN", mini)):
        problem = _origin_problem(origin)
        if problem:
            return f"{name} {problem}"
    if urlsplit(site.lower()).netloc == urlsplit(mini.lower()).netloc:
        return "LOYALTY_SITE_ORIGIN and LOYALTY_MINI_ORIGIN should be different"
    return None


_ON_OFF = {"on": True, "off": False}


def _name(field: str | None) -> str:
    return f"{PREFIX}{field}".upper()


def _is_unicode(text: str) -> bool:
    """Whether the environment's bytes were UTF-8: others become lone surrogates."""
    return text == text.encode(errors="replace").decode()


def _words(annotation: Any) -> tuple[str, ...]:
    """The words a setting may be; none when it is not one of a few."""
    return tuple(_ON_OFF) if annotation is bool else get_args(annotation)


# A random key of 32 characters, even of hexadecimal digits only, has at least this many different ones.
_MIN_LENGTH = 32
_MIN_VARIETY = 8


def _check_keys(config: Config) -> None:
    """Refuse keys that somebody could guess, and one key for two purposes."""
    sealing = _ring(config.ledger_keys)
    keys = {
        "LOYALTY_SECRET_KEYS": config.key_ring,
        "LOYALTY_HASH_KEY": (config.hash_key,),
        "LOYALTY_LEDGER_KEYS": sealing,
    }
    for name, values in keys.items():
        if not values or DEVELOPMENT_KEY in values:
            raise WrongSetting(f"{name} is missing: production does not start without a key of its own.")
        if any(len(key) < _MIN_LENGTH for key in values):
            raise WrongSetting(f"{name} is too short: a key needs at least {_MIN_LENGTH} characters.")
        if any(len(set(key)) < _MIN_VARIETY for key in values):
            raise WrongSetting(f"{name} is too simple: make a key with `openssl rand -hex 32`.")
    if config.hash_key in config.key_ring:
        raise WrongSetting("LOYALTY_HASH_KEY is one of LOYALTY_SECRET_KEYS: each needs a key of its own.")
    if {config.hash_key, *config.key_ring} & set(sealing):
        raise WrongSetting("LOYALTY_LEDGER_KEYS holds a key of another setting: it needs keys of its own.")


def _voucher_key(text: str) -> bytes | None:
    return base64url.decode_exactly(text, SEED_BYTES)


def _check_voucher_keys(config: Config) -> None:
    ring = _ring(config.voucher_keys)
    if not all(map(_voucher_key, ring)):
        raise WrongSetting("LOYALTY_VOUCHER_KEYS holds no key: `generate voucher-key` makes one.")
    if len(set(ring)) < len(ring):
        raise WrongSetting("LOYALTY_VOUCHER_KEYS names a key twice.")


_PUSH_HOST = r"[a-z0-9-]+(\.[a-z0-9-]+)+|[a-z0-9.-]+:[0-9]{1,5}"


def _check_push(config: Config) -> None:
    key = base64url.decode_exactly(config.push_key, push_keys.KEY_BYTES) if config.push_key else None
    if config.push_key and (key is None or push_keys.private_key(key) is None):
        raise WrongSetting("LOYALTY_PUSH_KEY is no key: `generate push-key` makes one.")
    if not all(re.fullmatch(_PUSH_HOST, each) for each in config.push_hosts):
        raise WrongSetting("LOYALTY_PUSH_SERVICES should name hosts, such as push.example.com.")
    if config.production and config.push_private_hosts:
        raise WrongSetting("LOYALTY_PUSH_SERVICES names a port, which is for development.")


# What a wallet cannot do without.
_WALLET_NEEDS = {
    "Apple Wallet": (
        "wallet_apple_pass_type",
        "wallet_apple_team",
        "wallet_apple_certificate",
        "wallet_apple_key",
        "wallet_apple_issuer",
    ),
    "Google Wallet": ("wallet_google_issuer", "wallet_google_account"),
}


def _check_wallets(config: Config) -> None:
    """Refuse a wallet with a part of its settings, and addresses that nothing may be sent to."""
    for wallet, names in _WALLET_NEEDS.items():
        missing = [_name(name) for name in names if not getattr(config, name)]
        if missing and len(missing) < len(names):
            raise WrongSetting(f"{missing[0]} is missing: {wallet} needs {len(names)} settings.")
    if config.wallet_google_issuer and not re.fullmatch("[0-9]{1,30}", config.wallet_google_issuer):
        raise WrongSetting("LOYALTY_WALLET_GOOGLE_ISSUER should be a number.")
    for name in ("wallet_apple_push", "wallet_google_url", "wallet_google_token_url"):
        _check_url(config, name)


def _check_url(config: Config, name: str) -> None:
    """Refuse an address that nothing may be sent to."""
    parts = urlsplit(getattr(config, name))
    if problem := _origin_problem(f"{parts.scheme}://{parts.netloc}"):
        raise WrongSetting(f"{_name(name)} {problem}.")


def _ring(keys: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in keys.split(",") if key.strip())


def _check_production(config: Config) -> None:
    """Refuse what production does only by mistake, unless a setting allows it."""
    for name in ("site_origin", "mini_origin"):
        if getattr(config, name) == Config.model_fields[name].default:
            raise WrongSetting(f"{_name(name)} is missing: production needs its address, such as https://…")
    allow_file = "or LOYALTY_ALLOW_FILE_CHANNEL=on says that production may"
    if config.message_channel == "file" and not config.allow_file_channel:
        raise WrongSetting(
            "LOYALTY_MESSAGE_CHANNEL=file writes one-time codes to a file: choose whatsapp or sms, "
            f"{allow_file}."
        )
    if not config.smtp_url and not config.allow_file_channel:
        raise WrongSetting(
            f"LOYALTY_SMTP_URL is missing: e-mails would be written to a file. Name a server, {allow_file}."
        )
    if not config.attachments:
        raise WrongSetting(
            "LOYALTY_ATTACHMENTS is missing: production needs a folder or a bucket for attachments."
        )
    if not config.attachments.startswith(("/", _S3)):
        raise WrongSetting("LOYALTY_ATTACHMENTS should be a whole path, which begins with /, or s3://….")
    if any((each / "index.html").exists() for each in Path(config.attachments, "in it").parents):
        raise WrongSetting("LOYALTY_ATTACHMENTS lies in a folder that a web server shows: choose another.")
    if not config.rate_limits:
        raise WrongSetting("LOYALTY_RATE_LIMITS=off lets anybody guess and flood: it is for tests.")


_S3 = "s3://"
_BUCKET = r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[\w.-]+)*/?"
_CLAMD = r"unix:/.+|tcp://(\[[0-9a-fA-F:]+\]|[^/:@\s]+):[0-9]{1,5}"


def _check_addresses(config: Config) -> None:
    """Refuse addresses of databases, buckets, Redis and ClamAV that are none."""
    if config.attachments.startswith(_S3) and not re.fullmatch(_BUCKET, config.attachments, re.ASCII):
        raise WrongSetting("LOYALTY_ATTACHMENTS should be a folder or s3://bucket/prefix.")
    if config.attachments_bucket and find_spec("boto3") is None:
        raise WrongSetting(
            "LOYALTY_ATTACHMENTS=s3://… needs the packages of loyalty-api[s3]: boto3 is not installed."
        )
    if not config.database_url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise WrongSetting("LOYALTY_DATABASE_URL should start with sqlite:/// or postgresql+psycopg://.")
    if ":memory:" in config.database_url or config.database_url == "sqlite:///":
        raise WrongSetting(
            "LOYALTY_DATABASE_URL needs a file: a database in memory is lost with its connection."
        )
    try:
        make_url(config.database_url)
    except (ArgumentError, ValueError) as error:  # it is not quoted: the address may hold a password
        raise WrongSetting(
            "LOYALTY_DATABASE_URL cannot be read: characters like @ and / of a password are written %40, %2F."
        ) from error
    owner_url = config.migration_database_url
    if owner_url and not owner_url.startswith("postgresql+psycopg://"):
        raise WrongSetting("LOYALTY_MIGRATION_DATABASE_URL should start with postgresql+psycopg://.")
    if config.redis_url and not config.redis_url.startswith(("redis://", "rediss://", "redis+unix://")):
        raise WrongSetting("LOYALTY_REDIS_URL should start with redis:// or rediss://.")
    if config.clamd and not re.fullmatch(_CLAMD, config.clamd):
        raise WrongSetting("LOYALTY_CLAMD should be unix:/path/to/clamd.ctl or tcp://host:3310.")


def _check_passkeys(config: Config) -> None:
    hosts = [urlsplit(each).hostname or "" for each in (config.site_origin, config.mini_origin)]
    rp_id = config.passkey_rp_id
    if rp_id and not any(host == rp_id or host.endswith(f".{rp_id}") for host in hosts):
        raise WrongSetting(
            "LOYALTY_PASSKEY_RP_ID should be the host of LOYALTY_SITE_ORIGIN or LOYALTY_MINI_ORIGIN, or a "
            "domain above it, such as example.com."
        )


def _check_staff(config: Config) -> None:
    if not config.staff_origin:
        return
    problem = _origin_problem(config.staff_origin)
    if problem:
        raise WrongSetting(f"LOYALTY_STAFF_ORIGIN {problem}.")
    others = (config.site_origin, config.mini_origin)
    if urlsplit(config.staff_origin.lower()).netloc in [urlsplit(each.lower()).netloc for each in others]:
        raise WrongSetting("LOYALTY_STAFF_ORIGIN should be another host than the site's and the mini's.")


def _check_hosts(config: Config) -> None:
    if config.super_apps and (problem := _origin_problem(config.mini_origin)):
        raise WrongSetting(f"LOYALTY_HOSTS needs the mini-program's origin: LOYALTY_MINI_ORIGIN {problem}.")


@lru_cache(8)
def _super_apps(text: str, production: bool) -> tuple[Host, ...]:
    """The super-apps of LOYALTY_HOSTS, a file being read once; raises WrongSetting."""
    if not text:
        return ()
    if not text.startswith(("[", "{")):
        try:
            text = Path(text).read_text("utf-8")
        except (OSError, UnicodeError) as error:
            raise WrongSetting(f"LOYALTY_HOSTS: the file {text} cannot be read.") from error
    try:
        return read_hosts(text, production=production)
    except WrongHosts as error:
        raise WrongSetting(f"LOYALTY_HOSTS {error}") from error


def _check_mail(config: Config) -> None:
    for name in ("mail_from", "career_mailbox", "feedback_mailbox"):
        address = getattr(config, name)
        if not address.isascii() or problem_with_email(address):
            raise WrongSetting(f"{_name(name)} should be an e-mail address.")
    if config.smtp_url and not _is_mail_server(config.smtp_url):
        raise WrongSetting(
            "LOYALTY_SMTP_URL should look like smtp://host, smtp+starttls://user:password@host:587 or "
            "smtps://user:password@host."
        )


def _is_mail_server(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        return False
    known = parts.scheme in ("smtp", "smtp+starttls", "smtps")
    return known and bool(parts.hostname) and not (parts.path.strip("/") or parts.query or parts.fragment)


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
        if not value:
            raise WrongSetting(f"{_name(name)} is missing: LOYALTY_MESSAGE_CHANNEL={channel} needs it.")
        if name.endswith("_url"):
            _check_url(config, name)
        elif not (value.isascii() and value.isprintable()):
            raise WrongSetting(f"{_name(name)} holds characters that no header can carry.")


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
