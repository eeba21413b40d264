"""The worker: threads that send what waits in the outbox and run scheduled tasks.

It runs inside each process of the API, or as processes of its own (`flask worker`).
"""

import threading
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from functools import partial

import structlog

from loyalty import scheduler
from loyalty.backoffice.members import retention
from loyalty.backoffice.people import notices
from loyalty.config import Config
from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.session import Database
from loyalty.db.signals import listen
from loyalty.features.access import devices
from loyalty.features.enquiries import inbox
from loyalty.gateways import wallet_keys
from loyalty.gateways.apple_wallet import ApplePushes
from loyalty.gateways.channels import (
    Channel,
    EmailChannel,
    FileChannel,
    MailServer,
    Message,
    Refused,
)
from loyalty.gateways.google_wallet import GoogleWallet
from loyalty.gateways.outbox import EMAIL, PHONE, PUSH, WALLET, send_next
from loyalty.gateways.phones import SmsGateway, WhatsApp
from loyalty.gateways.public_http import PublicHttp
from loyalty.gateways.push_sender import PushSender
from loyalty.gateways.web_push import WebPushChannel
from loyalty.reach.broadcasts import sending as broadcasts
from loyalty.reach.notifications import delivery, security_notices, subscriptions
from loyalty.reach.notifications import log as notification_log
from loyalty.reach.notifications.broadcast_messages import DELIVERIES
from loyalty.reach.passkeys import passkeys
from loyalty.reach.wallet import changes as wallet_changes
from loyalty.reach.wallet import devices as wallet_devices
from loyalty.reach.wallet import google as google_passes
from loyalty.reach.webhooks import deliveries
from loyalty.rules import push_keys

log = structlog.get_logger(__name__)

PAUSE_AFTER_ERROR_S = 2.0
POLL_INTERVAL_S = 0.5
EVENTS, LISTENER = "events", "listener"
Step = Callable[[], float]
# How many deliveries are sent at a time.
WEBHOOK_THREADS = 3
# How many push services may be slow before the others wait for them.
PUSH_THREADS = 4
STOP_WITHIN_S = 5.0


class Worker:
    """One thread for each queue of jobs and one for each reader of events: none waits for another.

    A thread sleeps until a job of its queue is written or its time has come.
    """

    def __init__(
        self,
        database: Database,
        channel: Channel,
        *,
        emails: Channel | None = None,
        pushes: Channel | None = None,
        passes: Channel | None = None,
        notifies: bool = False,
        webhooks: PublicHttp | None = None,
        scheduled: Callable[[], object] | None = None,
    ) -> None:
        """`scheduled` is called every ten minutes, by one process at a time; `notifies`: events become
        messages; `webhooks`: they are sent to webhooks.
        """
        self._database = database
        # By the name of its thread: what it waits for, and its step, which returns how long it may sleep.
        self._steps: dict[str, tuple[str, Step]] = {"messages": (PHONE, partial(_send, channel, PHONE))}
        if emails is not None:
            self._steps["emails"] = (EMAIL, partial(_send, emails, EMAIL))
        if pushes is not None:
            sender = PushSender(pushes)
            for number in range(PUSH_THREADS):
                self._steps[f"pushes {number}"] = (PUSH, partial(_repeated, sender.send_next, sender.idle_s))
        if passes is not None:
            self._steps["passes"] = (WALLET, partial(_send, passes, WALLET))
            self._steps["pass changes"] = (EVENTS, partial(_poll, wallet_changes.follow))
        if notifies:
            self._steps["notifications"] = (EVENTS, partial(_poll, notification_log.follow))
            self._steps["broadcasts"] = (
                broadcasts.QUEUE,
                partial(_repeated, broadcasts.send_some, partial(jobs.idle_s, broadcasts.QUEUE)),
            )
            self._steps["deliveries"] = (DELIVERIES, partial(_repeated, delivery.dispatch, delivery.idle_s))
        if webhooks is not None:
            self._steps["webhook events"] = (EVENTS, partial(_poll, deliveries.follow))
            for number in range(WEBHOOK_THREADS):
                step = partial(_poll, partial(deliveries.send_some, webhooks))
                self._steps[f"webhooks {number}"] = (EVENTS, step)
        if scheduled is not None:
            self._steps["scheduler"] = (scheduler.QUEUE, partial(_run_scheduled, scheduled))
        if not database.is_sqlite:
            self._steps["listener"] = (LISTENER, self._listen)
        self._stopping = threading.Event()
        self._starting = threading.Lock()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start the threads; more calls change nothing. Called after any fork."""
        with self._starting:
            if not self._threads:
                self._threads = [
                    threading.Thread(target=self._repeat, args=(name, *step), name=name, daemon=True)
                    for name, step in self._steps.items()
                ]
                for thread in self._threads:
                    thread.start()

    def request_stop(self) -> None:
        """End every thread after the step at hand; a signal handler may call it."""
        self._stopping.set()

    def stop(self) -> None:
        """End every thread after the step at hand and wait up to five seconds for each."""
        self._stopping.set()
        self._database.signals.wake()
        for thread in self._threads:
            thread.join(timeout=STOP_WITHIN_S)

    def run(self) -> None:
        """Work until `request_stop` is called."""
        self.start()
        while not self._stopping.is_set():
            self._threads[0].join(timeout=1)
        self.stop()

    def _listen(self) -> float:
        listen(self._database, self._stopping)
        return 0

    def _repeat(self, name: str, topic: str, step: Step) -> None:
        """Repeat a step until stopped, when its topic is woken, after the seconds it returns, or an error."""
        signals = self._database.signals
        last_error: type[Exception] | None = None
        while not self._stopping.is_set():
            seen = signals.count(topic)
            try:
                with self._database.bound():
                    pause_s = step()
                last_error = None
                signals.wait(topic, seen, pause_s)
            except Exception as error:
                # The trace once: a database that is away raises the same error every two seconds.
                trace = None if last_error is type(error) else error
                last_error = type(error)
                log.error("worker failed", thread=name, error=last_error.__name__, exc_info=trace)
                self._stopping.wait(PAUSE_AFTER_ERROR_S)


def _repeated(act: Callable[[], object], idle_s: Callable[[], float]) -> float:
    """Do a part of the work; how long to sleep: not at all while there was something to do."""
    return 0 if act() else idle_s()


def _send(channel: Channel, queue: str) -> float:
    return _repeated(partial(send_next, channel, queue), partial(jobs.idle_s, queue))


def _poll(step: Callable[[], int]) -> float:
    return _repeated(step, lambda: POLL_INTERVAL_S)


def _run_scheduled(scheduled: Callable[[], object]) -> float:
    def run(_job: jobs.Job) -> datetime:
        try:
            scheduled()
        except Exception as error:
            log.error("scheduled tasks failed", error=type(error).__name__, exc_info=error)
            raise
        return now() + scheduler.INTERVAL

    scheduler.begin()
    return 0 if jobs.run_next(scheduler.QUEUE, run) else jobs.idle_s(scheduler.QUEUE)


def worker_for(config: Config, database: Database, channel: Channel | None = None) -> Worker:
    """The worker of these settings, not started; `channel` replaces the provider that the settings name."""
    to_file = FileChannel(config.message_file, shown=not config.production)
    deliver = MailServer(config.smtp_url).deliver if config.smtp_url else to_file.deliver
    return Worker(
        database,
        channel or channel_for(config),
        emails=EmailChannel(compose, deliver),
        pushes=push_channel(config),
        passes=PassChannel(config) if config.wallets else None,
        notifies=True,
        webhooks=PublicHttp(config.webhook_private_hosts),
        scheduled=scheduler.run,
    )


def push_channel(config: Config) -> Channel:
    """The channel of web push notifications; without a key it refuses, and nobody can subscribe."""
    data = config.push_private_key
    return WebPushChannel(
        lambda _kind, reference, text: delivery.compose_push(reference, text),
        subscriptions.gone,
        push_keys.private_key(data) if data else None,
        f"mailto:{config.mail_from}",
        allowed_hosts=config.push_private_hosts,
    )


class PassChannel:
    """The channel to the wallets that the settings name; raises WrongSetting for keys that are none."""

    def __init__(self, config: Config) -> None:
        self._channels: dict[str, Channel] = {}
        apple, google = wallet_keys.apple_keys(config), wallet_keys.google_keys(config)
        if apple is not None:
            self._channels[wallet_changes.APPLE_PASS] = ApplePushes(
                apple, config.wallet_apple_push, wallet_devices.push_token, wallet_devices.gone
            )
        if google is not None:
            compose = partial(google_passes.compose, issuer=google.issuer)
            self._channels[wallet_changes.GOOGLE_PASS] = GoogleWallet(
                google, config.wallet_google_url, config.wallet_google_token_url, compose
            )

    def send(self, message: Message) -> None:
        """Notify one wallet; raises Refused for one whose settings are gone."""
        channel = self._channels.get(message.kind)
        if channel is None:
            raise Refused
        channel.send(message)


_COMPOSERS: dict[str, Callable[[int], EmailMessage | None]] = {
    devices.NEW_DEVICE: devices.compose,
    passkeys.ADDED: passkeys.compose,
    retention.WARNED: retention.compose,
    delivery.MESSAGE: delivery.compose,
    security_notices.NUMBER_CHANGED: security_notices.compose_former,
    broadcasts.TEST: broadcasts.compose_test,
    **{kind: partial(notices.compose, kind) for kind in notices.KINDS},
}


def compose(kind: str, reference: int) -> EmailMessage | None:
    """The email of a kind about a row; None when the row has been deleted."""
    composer = _COMPOSERS.get(kind)
    return composer(reference) if composer else inbox.compose(kind, reference)


def channel_for(config: Config) -> Channel:
    """The channel to telephones that the settings name."""
    if config.message_channel == "whatsapp":
        return WhatsApp(config)
    if config.message_channel == "sms":
        return SmsGateway(config.sms_url, config.sms_token)
    return FileChannel(config.message_file, shown=not config.production)
