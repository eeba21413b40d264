"""What only shows when settings are seen together, or would fail later."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

import structlog
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from loyalty.config.origins import handoff_problem, origin_problem
from loyalty.config.settings import DEVELOPMENT_KEY, Config
from loyalty.rules.people import problem_with_email

_CLAMD = r"unix:/.+|tcp://(\[[0-9a-fA-F:]+\]|[^/:@\s]+):[0-9]{1,5}"

log = structlog.get_logger(__name__)


class WrongSetting(Exception):
    """A setting is missing or says something we cannot do; the sentence names it."""


def check(config: Config) -> None:
    """Refuse what would only fail later; raises WrongSetting."""
    if config.production:
        _check_keys(config)
        _check_safety(config)
    if not config.database_url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise WrongSetting("LOYALTY_DATABASE_URL should start with sqlite:/// or postgresql+psycopg://.")
    if ":memory:" in config.database_url or config.database_url == "sqlite:///":
        raise WrongSetting(
            "LOYALTY_DATABASE_URL needs a file: a database in memory is lost with its connection."
        )
    try:
        make_url(config.database_url)
    except (ArgumentError, ValueError) as error:  # neither is quoted: the address may hold a password
        raise WrongSetting(
            "LOYALTY_DATABASE_URL cannot be read: signs like @ and / of a password are written %40, %2F."
        ) from error
    if config.redis_url and not config.redis_url.startswith(("redis://", "rediss://", "redis+unix://")):
        raise WrongSetting("LOYALTY_REDIS_URL should start with redis:// or rediss://.")
    if config.migration_database_url and not config.migration_database_url.startswith(
        "postgresql+psycopg://"
    ):
        raise WrongSetting("LOYALTY_MIGRATION_DATABASE_URL should start with postgresql+psycopg://.")
    scheme, _, where = config.digest_to.partition(":")
    is_mailbox = scheme == "mailto" and where.isascii() and not problem_with_email(where)
    if config.digest_to and not (is_mailbox or config.digest_to.startswith("file:/")):
        raise WrongSetting("LOYALTY_DIGEST_TO should look like file:/a/folder or mailto:audit@example.com.")
    _check_passkeys(config)
    _check_mail(config)
    _check_channel(config)
    if config.clamd and not re.fullmatch(_CLAMD, config.clamd):
        raise WrongSetting("LOYALTY_CLAMD should be unix:/path/to/clamd.ctl or tcp://host:3310.")


def check_attachments(config: Config) -> None:
    """Refuse to serve without the folder of attachments; raises WrongSetting. Only production asks.

    Commands do without: a machine that only migrates or makes backups may lack it.
    """
    place = config.attachments_folder
    if not config.production:
        return
    if not place.is_dir():
        raise WrongSetting(f"LOYALTY_ATTACHMENTS: there is no folder {place}. Is its disk mounted?")
    if not os.access(place, os.R_OK | os.W_OK | os.X_OK):
        raise WrongSetting(f"LOYALTY_ATTACHMENTS: {place} is not writable by this user.")
    if place.stat().st_mode & 0o007:
        raise WrongSetting(f"LOYALTY_ATTACHMENTS: everybody may look into {place}. Run chmod 700 on it.")


def warn(config: Config, unknown: Sequence[str] = ()) -> None:
    """Say in the log what these settings turn off, and which names mean nothing."""
    for name in unknown:
        log.warning("unknown setting", name=name)
    problem = handoff_problem(config.site_origin, config.mini_origin)
    if problem:
        log.warning("handoff is off", reason=problem)
    if config.production and (config.message_channel == "file" or not config.smtp_url):
        log.warning("messages go to a file", reason="LOYALTY_ALLOW_FILE_CHANNEL is on")
    if config.production and not config.rate_limits:
        log.warning("rate limits are off", reason="LOYALTY_ALLOW_NO_RATE_LIMITS is on")


# A random key of 32 characters, even of hexadecimal digits only, has at least this many different ones.
_LEAST_LENGTH = 32
_LEAST_VARIETY = 8


def _check_keys(config: Config) -> None:
    """Refuse keys that somebody could guess, and one key for two purposes."""
    sealing = tuple(key.strip() for key in config.ledger_keys.split(",") if key.strip())
    keys = {
        "LOYALTY_SECRET_KEYS": config.key_ring,
        "LOYALTY_HASH_KEY": (config.hash_key,),
        "LOYALTY_LEDGER_KEYS": sealing,
    }
    for name, values in keys.items():
        if not values or DEVELOPMENT_KEY in values:
            raise WrongSetting(f"{name} is missing: production does not start without a key of its own.")
        if any(len(key) < _LEAST_LENGTH for key in values):
            raise WrongSetting(f"{name} is too short: a key needs at least {_LEAST_LENGTH} characters.")
        if any(len(set(key)) < _LEAST_VARIETY for key in values):
            raise WrongSetting(f"{name} is too simple: make a key with `openssl rand -hex 32`.")
    if config.hash_key in config.key_ring:
        raise WrongSetting("LOYALTY_HASH_KEY is one of LOYALTY_SECRET_KEYS: each needs a key of its own.")
    if {config.hash_key, *config.key_ring} & set(sealing):
        raise WrongSetting("LOYALTY_LEDGER_KEYS holds a key of another setting: it needs keys of its own.")


def _check_safety(config: Config) -> None:
    """Refuse what production does by mistake only, unless a setting says that it is none."""
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
        raise WrongSetting("LOYALTY_ATTACHMENTS is missing: production needs a folder for attachments.")
    if not config.attachments.startswith("/"):
        raise WrongSetting("LOYALTY_ATTACHMENTS should be a whole path: it begins with /.")
    place = config.attachments_folder
    if any((each / "index.html").exists() for each in (place, *place.parents)):
        raise WrongSetting("LOYALTY_ATTACHMENTS lies in a folder that a web server shows: choose another.")
    if not config.rate_limits and not config.allow_no_rate_limits:
        raise WrongSetting(
            "LOYALTY_RATE_LIMITS=off lets anybody guess and flood: leave it on, or "
            "LOYALTY_ALLOW_NO_RATE_LIMITS=on says that production may."
        )


def _check_passkeys(config: Config) -> None:
    hosts = [urlsplit(each).hostname or "" for each in (config.site_origin, config.mini_origin)]
    rp_id = config.passkey_rp_id
    if rp_id and not any(host == rp_id or host.endswith(f".{rp_id}") for host in hosts):
        raise WrongSetting(
            "LOYALTY_PASSKEY_RP_ID should be the host of LOYALTY_SITE_ORIGIN or LOYALTY_MINI_ORIGIN, or a "
            "domain above it, such as example.com."
        )


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
            problem = origin_problem(f"{parts.scheme}://{parts.netloc}")
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
