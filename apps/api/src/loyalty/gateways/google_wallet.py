"""Google Wallet: links that save a pass, and its API, which changes passes that were saved.

Both are signed by the service account: RS256 (RFC 7518), and for the API by an access token (RFC 7523).
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import jwt

from loyalty.gateways import http_client
from loyalty.gateways.channels import KeyRefused, Message, ProviderDown, raise_for
from loyalty.gateways.wallet_keys import GoogleKeys

SAVE = "https://pay.google.com/gp/v/save/"
SCOPE = "https://www.googleapis.com/auth/wallet_object.issuer"
TOKEN_LIFE_S = 3600
# An access token is not used in its last minute.
RESERVE_S = 60


def _signed(claims: Mapping[str, Any], keys: GoogleKeys) -> str:
    """A JSON Web Token of the service account."""
    return jwt.encode(dict(claims), keys.key, algorithm="RS256", headers={"kid": keys.key_id})


def save_link(payload: Mapping[str, Any], keys: GoogleKeys, *, origin: str, at_s: float) -> str:
    """The address that saves the passes of a payload; `origin` is the page that has the button."""
    claims = {"iss": keys.email, "aud": "google", "typ": "savetowallet", "iat": int(at_s)}
    return SAVE + _signed({**claims, "origins": [origin], "payload": payload}, keys)


@dataclass(frozen=True)
class GooglePass:
    """A pass as Google keeps it: its kind, such as loyaltyObject, and what it holds with its id."""

    kind: str
    content: dict[str, Any]


class GoogleWallet:
    """Google's API, and the outbox's channel to it: a message names a pass, whose state is read when sent."""

    def __init__(
        self,
        keys: GoogleKeys,
        url: str,
        token_url: str,
        compose: Callable[[str], GooglePass | None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._keys, self._url, self._token_url = keys, url.rstrip("/"), token_url
        self._compose, self._clock = compose, clock
        self._token, self._token_until = "", 0.0

    def send(self, message: Message) -> None:
        """Change one pass; nothing happens where nobody has saved it."""
        found = self._compose(message.text)
        if found is not None:
            self.change(found)

    def change(self, found: GooglePass) -> bool:
        """Replace what Google has of a pass; False when it has none. Raises as a channel does."""
        status = self._write("PUT", f"/{found.kind}/{quote(found.content['id'], safe='')}", found.content)
        if status == 404:
            return False
        raise_for(status)
        return True

    def make(self, found: GooglePass) -> None:
        """Change a pass, or a class of passes, or make it. Raises as a channel does."""
        if not self.change(found):
            raise_for(self._write("POST", f"/{found.kind}", found.content))

    def _write(self, method: str, path: str, content: Mapping[str, Any]) -> int:
        headers = {"Authorization": f"Bearer {self._access_token()}", "Accept": "application/json"}
        address = f"{self._url}/walletobjects/v1{path}"
        answer = http_client.call(method, address, headers=headers, json=content)
        if answer.status == 401:
            self._token_until = 0.0
        return answer.status

    def _access_token(self) -> str:
        at_s = self._clock()
        if at_s >= self._token_until - RESERVE_S:
            claims = {"iss": self._keys.email, "scope": SCOPE, "aud": self._token_url, "iat": int(at_s)}
            assertion = _signed({**claims, "exp": int(at_s) + TOKEN_LIFE_S}, self._keys)
            grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
            form = {"grant_type": grant, "assertion": assertion}
            headers = {"Accept": "application/json"}
            answer = http_client.call("POST", self._token_url, headers=headers, data=form)
            if answer.status in (400, 401, 403):
                raise KeyRefused
            raise_for(answer.status)
            try:
                said = answer.json_object()
                self._token, life_s = str(said["access_token"]), float(said["expires_in"])
            except (ValueError, KeyError, TypeError) as error:
                raise ProviderDown from error
            self._token_until = at_s + life_s
        return self._token
