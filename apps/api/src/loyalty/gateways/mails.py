"""Mails as they are composed: plain text, and plain text with HTML of one template (templates/mail.*)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from loyalty import config
from loyalty.rules.calendar import ZONE

_TEMPLATES = Environment(
    loader=PackageLoader(__package__ or "", "templates"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def plain_mail(to: str, subject: str, text: str, *, at: datetime, name: str) -> EmailMessage:
    """A mail of plain text. `name` makes its Message-ID unique; `at` is its date."""
    sender = config.current().mail_from
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"] = format_datetime(at.astimezone(ZONE))
    mail["Message-ID"] = f"<{name}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"  # RFC 3834: out-of-office replies are not sent to it
    mail.set_content(f"{text}\n")
    return mail


@dataclass(frozen=True)
class Part:
    """One message of a mail. `link` is an address in its body, which the HTML makes a link; `language` is
    that of its words, where it is not the mail's.
    """

    title: str
    body: str
    link: str | None = None
    language: str | None = None


@dataclass(frozen=True)
class MailLinks:
    """The addresses in a mail: the page it is about, the settings, and the page that ends its kind."""

    page: str
    settings: str
    stop: str | None = None


@dataclass(frozen=True)
class MailFooter:
    """The footer of a mail: the links, their `words` (`open`, `settings`, `stop`), and why the member
    receives it.
    """

    links: MailLinks
    words: Mapping[str, str]
    reasons: Sequence[str]


def mail(
    to: str,
    subject: str,
    parts: Sequence[Part],
    *,
    language: str,
    at: datetime,
    name: str,
    footer: MailFooter | None = None,
) -> EmailMessage:
    """A mail to a member in plain text and HTML, without a picture; `at` and `name` as of `plain_mail`."""
    values = {"language": language, "subject": subject, "messages": parts, "footer": footer}
    plain, html = (_TEMPLATES.get_template(each).render(values) for each in ("mail.txt", "mail.html"))
    email = plain_mail(to, subject, plain.rstrip(), at=at, name=name)
    email.add_alternative(html, subtype="html")
    return email
