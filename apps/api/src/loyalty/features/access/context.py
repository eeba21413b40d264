"""Who asks for or enters a code: the number, the client, and their hashes for limits."""

from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv6Network

from loyalty.errors import Invalid
from loyalty.features.access.tokens import keyed_hash
from loyalty.features.outlets.outlets import calling_code_of
from loyalty.rules import phone
from loyalty.rules.codes import Code
from loyalty.rules.otp import HOME_CODE, Purpose, prefix_of


@dataclass(frozen=True)
class PhoneNumber:
    """A normalised number: calling code ("60") and national digits ("123456789")."""

    calling_code: str
    national: str

    @property
    def e164(self) -> str:
        """The number as messages are sent to it: +60123456789."""
        return f"+{self.calling_code}{self.national}"

    @cached_property
    def hash(self) -> str:
        """The number's hash in tables and logs."""
        return keyed_hash("number", self.e164)

    @cached_property
    def prefix_hash(self) -> str:
        """The hash of its range of ten thousand numbers."""
        return keyed_hash("prefix", f"+{self.calling_code}{prefix_of(self.national)}")

    @property
    def is_foreign(self) -> bool:
        """Whether its country has a limit of its own."""
        return self.calling_code != HOME_CODE


PASCAL = ("CallingCodeId", "MobileNumber")
CAMEL = ("callingCodeId", "mobileNumber")


def phone_number(calling_code_id: int, typed: str, fields: tuple[str, str] = PASCAL) -> PhoneNumber:
    """The number that was typed; raises Invalid with the country's sentence (spec 000 §5).

    `fields` has the names of the two fields in this call.
    """
    calling_code = calling_code_of(calling_code_id)
    if calling_code is None:
        raise Invalid(Code.UNSERVED_CALLING_CODE, field=fields[0])
    national = phone.normalise(calling_code, typed)
    if national is None:
        raise Invalid(phone.invalid_number(calling_code), field=fields[1])
    return PhoneNumber(calling_code, national)


def number_of(calling_code: str, typed: str) -> PhoneNumber:
    """The number an operator typed; raises Invalid with the country's sentence (spec 000 §5)."""
    national = phone.normalise(calling_code, typed)
    if national is None:
        raise Invalid(phone.invalid_number(calling_code), field="number")
    return PhoneNumber(calling_code, national)


@dataclass(frozen=True)
class ClientContext:
    """The client of a request: its address, its device, its exchange of requests.

    `otp_request_id` is what the browser sent, by header or by its cookie; a client of the specification alone
    sends none. `is_local` is the developer's own machine, where all requests have one address.
    `solved_puzzle` is what was sent, if a puzzle was asked for. `user_agent` is the browser's User-Agent.
    """

    network: str
    device: str
    otp_request_id: str | None = None
    is_local: bool = False
    solved_puzzle: str | None = None
    user_agent: str = ""

    @cached_property
    def network_hash(self) -> str:
        """The address's hash in tables."""
        return keyed_hash("network", self.network)

    @cached_property
    def wide_network_hash(self) -> str | None:
        """The hash of an IPv6 address's /48; None for any other."""
        if ":" not in self.network:
            return None
        return keyed_hash("network", str(IPv6Network(self.network).supernet(new_prefix=48)))

    @cached_property
    def device_hash(self) -> str:
        """The device's hash in tables."""
        return keyed_hash("device", self.device)

    @property
    def requester_hash(self) -> str:
        """Which challenge this request is about: one of its own, or (empty) the number's common one."""
        return keyed_hash("requester", self.otp_request_id) if self.otp_request_id else ""


@dataclass(frozen=True)
class OtpRequest:
    """One number, one purpose, one client."""

    purpose: Purpose
    number: PhoneNumber
    client: ClientContext
