"""The words of messages: one template a kind and language, and the mail around them (texts/*.json)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from email.message import EmailMessage
from typing import Any

from loyalty.gateways import mails
from loyalty.gateways.mails import MailFooter, MailLinks, Part
from loyalty.rules import devices, notices
from loyalty.rules.calendar import last_day
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import KINDS, WRITTEN, language_of


@dataclass(frozen=True)
class Text:
    """A message in words. The title names no points, names or codes: anybody may see it.

    `language` is that of title and body; `why` is in the member's.
    """

    title: str
    body: str
    why: str
    language: str


def words(language: str) -> dict[str, Any]:
    """All words of a language; English for any other."""
    return notices.words(__package__, language)


def text_of(kind: str, formats: Formats, data: Mapping[str, Any], at: datetime) -> Text:
    """A message about an event of this moment, in a member's language and formats.

    Of a kind that somebody writes, `data` has the `texts` by language, and the `language` by which the member
    was chosen.
    """
    language = formats.language
    all_words = words(language)
    why = all_words["why"][KINDS[kind].preference]
    if kind in WRITTEN:
        texts = data["texts"]
        written_in = language_of(texts, language, data.get("language"))
        return Text(texts[written_in]["title"], texts[written_in]["body"], why, written_in)
    found = all_words["kinds"][kind]
    values = _values(kind, formats, data, at)
    return Text(found["title"], found["body"].format(**values), why, language)


_NUMBERS = ("points", "balance", "earned", "spent")


def _values(kind: str, formats: Formats, data: Mapping[str, Any], at: datetime) -> dict[str, str]:
    """What the sentences of a kind name, from the data of its event. Days and times are Malaysia's."""
    values = {name: formats.number(data[name]) for name in _NUMBERS if name in data}
    name = data.get("remark") if kind == "points_spent" else data.get("name") or data.get("title")
    name = data.get("titles", {}).get(formats.language, name)
    if name is not None:
        values["name"] = name
    if "dishes" in data:
        names = ", ".join(each.get(formats.language) or each["en"] for each in data["dishes"])
        values["name"] = names if data["dishCount"] <= len(data["dishes"]) else f"{names} …"
    if "toName" in data:
        values |= {"from": data["fromName"], "to": data["toName"]}
    if "openVouchers" in data:
        values["vouchers"] = formats.number(data["openVouchers"])
    if "expiresAt" in data:
        values["day"] = formats.day(last_day(datetime.fromisoformat(data["expiresAt"])))
    if "keepBy" in data:
        values["day"] = formats.day(date.fromisoformat(data["keepBy"]))
    values["time"] = formats.moment(at)
    if kind == "new_device":
        values["device"] = devices.called(formats.language, devices.Device(data["browser"], data["system"]))
    return values


# What of a text stands in a push: screens show a few lines, and a push carries 3,993 bytes (RFC 8291 §4).
MAX_PUSH_BODY = 300


def push_body(language: str, text: Text, *, shows_details: bool) -> str:
    """The text of a push as a screen shows it: without `shows_details` a line that says nothing of it."""
    if not shows_details:
        return str(words(language)["push"]["hidden"])
    return _cut(text.body, MAX_PUSH_BODY)


# What of a text fits on a telephone: WhatsApp's templates hold 1,024 characters with their own words.
MAX_PHONE_TEXT = 600


def phone_text(text: Text) -> str:
    """A message in one line for a telephone: WhatsApp takes no line breaks in a template."""
    return _cut(" ".join(f"{text.title}: {text.body}".split()), MAX_PHONE_TEXT)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def mail(
    to: str, language: str, messages: Sequence[Text], links: MailLinks, *, at: datetime, name: str
) -> EmailMessage:
    """The mail with one message, or with a digest's; `at` and `name` as of `mails.plain_mail`."""
    all_words = words(language)
    subject = messages[0].title
    if len(messages) > 1:
        subject = all_words["mail"]["digest"].format(count=len(messages))
    parts = [
        Part(each.title, each.body, language=None if each.language == language else each.language)
        for each in messages
    ]
    reasons = list(dict.fromkeys(message.why for message in messages))
    footer = MailFooter(links, all_words["mail"], reasons)
    return mails.mail(to, subject, parts, language=language, at=at, name=name, footer=footer)
