"""The worker of these settings: by which provider messages leave, by which server mails do."""

from __future__ import annotations

from email.message import EmailMessage
from functools import partial

from loyalty import jobs
from loyalty.config import Config
from loyalty.db.connections import Database
from loyalty.features.access import devices
from loyalty.features.enquiries import inbox
from loyalty.features.office import digest, retention
from loyalty.features.passkeys import passkeys
from loyalty.gateways.channels import (
    Channel,
    FileCarrier,
    FileChannel,
    Letters,
    SmsGateway,
    SmtpCarrier,
    WhatsApp,
)
from loyalty.gateways.worker import Worker


def worker_for(config: Config, database: Database, channel: Channel | None = None) -> Worker:
    """The worker, not started; `channel` takes the place of the provider that the settings name."""
    to_file = FileCarrier(config.message_file, shown=not config.production)
    carrier = SmtpCarrier(config.smtp_url) if config.smtp_url else to_file
    letters = Letters(compose, carrier)
    tick = partial(jobs.tick, digest_to=config.digest_to)
    return Worker(config, database, channel or _channel(config), chores=(tick,), letters=letters)


def compose(kind: str, reference: int) -> EmailMessage | None:
    """The mail of a kind about a row; None when the row is kept no longer."""
    if kind == devices.NEW_DEVICE:
        return devices.compose(reference)
    if kind == passkeys.ADDED:
        return passkeys.compose(reference)
    if kind == retention.WARNED:
        return retention.compose(reference)
    if kind == digest.KIND:
        return digest.compose(reference)
    return inbox.compose(kind, reference)


def _channel(config: Config) -> Channel:
    """The way to telephones that the settings name."""
    if config.message_channel == "whatsapp":
        return WhatsApp(
            config.whatsapp_url,
            config.whatsapp_phone_id,
            config.whatsapp_token,
            config.whatsapp_template,
            config.whatsapp_language,
            notice_template=config.whatsapp_notice_template,
        )
    if config.message_channel == "sms":
        return SmsGateway(config.sms_url, config.sms_token)
    return FileChannel(config.message_file, shown=not config.production)
