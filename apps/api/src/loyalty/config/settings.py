"""Every setting, once: its name, its value when nobody says another, and what it means.

`.env.example` is written from the same rows.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from loyalty.config.origins import handoff_problem

_T = TypeVar("_T")

DEVELOPMENT_KEY = "development-only-key-do-not-use-in-production"


def _setting(default: _T, meaning: str, choices: tuple[str, ...] = ()) -> _T:
    """A field that knows its sentence, and the words it may be when not every word is one."""
    return field(default=default, metadata={"meaning": meaning, "choices": choices})


@dataclass(frozen=True)
class Config:
    """What the process was told, checked. A setting is called LOYALTY_ and its field's name in capitals."""

    env: str = _setting(
        "development",
        "Where this runs. production refuses to start without keys of its own.",
        ("development", "production"),
    )
    database_url: str = _setting(
        "sqlite:///var/loyalty.db",
        "The database: an SQLite file (a relative path starts at the working directory) or "
        "postgresql+psycopg://user:password@host/name.",
    )
    migration_database_url: str = _setting(
        "",
        "The same database by the role that owns its tables: db upgrade uses it, and nothing else needs it. "
        "Empty when one role does all.",
    )
    secret_keys: str = _setting(
        DEVELOPMENT_KEY,
        "The keys of session tokens, with commas between: the first signs, all of them verify. Each at least "
        "32 random characters. A key that is taken away signs out whoever holds a token of it.",
    )
    hash_key: str = _setting(
        DEVELOPMENT_KEY,
        "Keys the hashes of one-time codes, numbers and addresses in the tables. At least 32 random "
        "characters; a new one makes every device unknown and every limit begin anew.",
    )
    ledger_keys: str = _setting(
        "",
        "The keys that seal the ledger, with commas between: the first signs, all of them verify. Each at "
        "least 32 random characters, kept outside the database and its backups; without one that has sealed "
        "the audit fails. Empty in development derives one from LOYALTY_HASH_KEY.",
    )
    digest_to: str = _setting(
        "",
        "Where the scheduler writes a signed digest of the ledger and of the log once a day: file:/a/folder "
        "that lies on another machine or keeps what is written, or mailto:address by LOYALTY_SMTP_URL. Empty "
        "writes none.",
    )
    message_channel: str = _setting(
        "file",
        "How one-time codes leave: file writes them to LOYALTY_MESSAGE_FILE and, in development, shows them; "
        "whatsapp and sms send them, with the settings of their name.",
        ("file", "whatsapp", "sms"),
    )
    whatsapp_url: str = _setting("https://graph.facebook.com/v23.0", "WhatsApp's Cloud API with its version.")
    whatsapp_phone_id: str = _setting("", "The id of our number at WhatsApp.")
    whatsapp_token: str = _setting("", "The key that WhatsApp gave us.")
    whatsapp_template: str = _setting(
        "verification_code", "The authentication template, with a button that copies the code."
    )
    whatsapp_notice_template: str = _setting(
        "",
        "The utility template for messages without a code, their text its one variable: of a new device or "
        "passkey, and before an unused membership is erased. Without it these do not leave by WhatsApp.",
    )
    whatsapp_language: str = _setting("en", "The language the templates were approved in.")
    sms_url: str = _setting(
        "",
        'Where SMS go: a gateway that takes {"to": "+60…", "text": "…"} by POST, https except on localhost.',
    )
    sms_token: str = _setting("", "The key that the SMS gateway gave us; it is sent as Bearer.")
    message_file: str = _setting(
        "var/messages.jsonl", "Where the file channel writes, one JSON line a message."
    )
    smtp_url: str = _setting(
        "",
        "The mail server for applications and feedback: smtp://host, smtp+starttls://user:password@host or "
        "smtps://user:password@host. Empty writes letters to LOYALTY_MESSAGE_FILE.",
    )
    mail_from: str = _setting("noreply@kruabowl.example", "Whom our letters come from.")
    career_mailbox: str = _setting("careers@kruabowl.example", "Who reads applications.")
    feedback_mailbox: str = _setting("hello@kruabowl.example", "Who reads feedback.")
    clamd: str = _setting(
        "",
        "ClamAV's daemon, which scans attachments: unix:/run/clamav/clamd.ctl or tcp://host:3310. Empty "
        "scans nothing; while it does not answer, attachments are refused for the moment.",
    )
    attachments: str = _setting(
        "",
        "The folder of attachments, which all nodes share: it belongs to one database, lies outside what a "
        "web server shows, and only the API's user may read it. Production demands one that is there. Empty "
        "in development takes a folder beside an SQLite database, else var/attachments.",
    )
    redis_url: str = _setting(
        "", "Redis for flood limits shared by several API processes; empty counts in each process."
    )
    rate_limits: bool = _setting(
        True,
        "Flood limits per address and budgets for one-time codes. off is for tests: then only what belongs "
        "to a code itself holds, its life, its five tries and the cooldown before the next.",
    )
    site_origin: str = _setting(
        "http://localhost:4200",
        "The brand site's origin, such as https://www.example.com: https except on localhost, no path.",
    )
    mini_origin: str = _setting(
        "http://localhost:4300",
        "The mini-program's origin, another host than the site's. Wrong or empty turns the handoff off.",
    )
    passkey_rp_id: str = _setting(
        "",
        "The host that passkeys are made for (WebAuthn's RP ID): the host of one of the two origins, or a "
        "domain above it; empty takes the site's host. Another one later makes all passkeys useless.",
    )
    worker: bool = _setting(
        True,
        "Sends waiting messages from a thread of the API process; off when "
        "`flask --app loyalty worker` runs apart.",
    )
    log_format: str = _setting("text", "text for people, json for machines.", ("text", "json"))
    otp_unknown: str = _setting(
        "send",
        "A code asked for by a number nobody registered: send really sends one, silent only says so.",
        ("send", "silent"),
    )
    trusted_proxies: int = _setting(
        0, "How many proxies of ours stand in front and add X-Forwarded-For; 0 trusts no such header."
    )
    notice_version: str = _setting(
        "1", "The version of terms and privacy notice that holds; a new one asks every member again."
    )
    codes_per_day: int = _setting(
        2000, "The most one-time codes sent in 24 hours; beyond, known devices only."
    )

    allow_file_channel: bool = _setting(
        False,
        "Production may write one-time codes and e-mails to LOYALTY_MESSAGE_FILE instead of sending them: to "
        "try things out, never with members.",
    )
    allow_no_rate_limits: bool = _setting(
        False, "Production may run with LOYALTY_RATE_LIMITS=off: behind limits of something else."
    )
    name_required: bool = _setting(
        False,
        "Commands that act by hand also ask for --by: for containers, where everybody is the same login. "
        "Two people cannot be told apart there, so neither approves what the other asked for.",
    )

    @property
    def handoff(self) -> bool:
        """Whether members may be handed from the site to the mini: both origins are usable and differ."""
        return handoff_problem(self.site_origin, self.mini_origin) is None

    @property
    def carries_texts(self) -> bool:
        """Whether messages to telephones may be texts of our own: WhatsApp wants a template for them."""
        return self.message_channel != "whatsapp" or bool(self.whatsapp_notice_template)

    @property
    def key_ring(self) -> tuple[str, ...]:
        """The keys of session tokens, the one that signs first."""
        return tuple(key.strip() for key in self.secret_keys.split(",") if key.strip())

    @property
    def ledger_ring(self) -> tuple[bytes, ...]:
        """The keys of seals, the one that signs first; without any, one expanded by HKDF (RFC 5869)."""
        keys = tuple(key.strip().encode() for key in self.ledger_keys.split(",") if key.strip())
        return keys or (hmac.digest(self.hash_key.encode(), b"loyalty.ledger\x01", "sha256"),)

    @property
    def attachments_folder(self) -> Path:
        """The folder of attachments."""
        beside = self.database_url.removeprefix("sqlite:///")
        if self.attachments or beside == self.database_url:
            return Path(self.attachments or "var/attachments")
        return Path(beside.partition("?")[0]).with_suffix(".attachments")

    @property
    def rp_id(self) -> str:
        """The host that passkeys are made for."""
        return self.passkey_rp_id or urlsplit(self.site_origin).hostname or ""

    @property
    def production(self) -> bool:
        """Whether real people are behind the requests."""
        return self.env == "production"
