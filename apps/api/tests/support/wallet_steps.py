"""A device with Apple's Wallet, which makes the five calls of the web service over HTTP."""

import json
from io import BytesIO
from zipfile import ZipFile

from flask.testing import FlaskClient

from support.wallet_authority import PASS_TYPE

SERVICE = "/api/apple"


def opened(content: bytes) -> dict[str, bytes]:
    """The files of a pass by their names."""
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def document(content: bytes) -> dict:
    return json.loads(opened(content)["pass.json"])


def fields(shown: dict) -> dict[str, object]:
    """The values that a pass shows, by the names of its fields."""
    style = shown.get("storeCard") or shown["coupon"]
    return {each["key"]: each["value"] for part in style.values() for each in part}


class Device:
    """An iPhone: what its Wallet knows of passes, and the calls it makes."""

    def __init__(self, http: FlaskClient, name: str) -> None:
        self.http, self.name = http, name
        self.tag: str | None = None
        self.seen: dict[str, str] = {}

    def add(self, content: bytes, last_modified: str) -> dict:
        """Take a pass that the browser has downloaded; returns its document."""
        shown = document(content)
        self.seen[shown["serialNumber"]] = last_modified
        return shown

    def headers(self, shown: dict) -> dict[str, str]:
        return {"Authorization": f"ApplePass {shown['authenticationToken']}"}

    def path(self, shown: dict) -> str:
        type_and_serial = f"{shown['passTypeIdentifier']}/{shown['serialNumber']}"
        return f"{SERVICE}/v1/devices/{self.name}/registrations/{type_and_serial}"

    def register(self, shown: dict, push_to: str = "f00d") -> int:
        body = {"pushToken": push_to}
        return self.http.post(self.path(shown), json=body, headers=self.headers(shown)).status_code

    def unregister(self, shown: dict) -> int:
        return self.http.delete(self.path(shown), headers=self.headers(shown)).status_code

    def changed(self) -> list[str]:
        """The serials that have changed since the tag it has; keeps the new one."""
        query = {} if self.tag is None else {"passesUpdatedSince": self.tag}
        path = f"{SERVICE}/v1/devices/{self.name}/registrations/{PASS_TYPE}"
        answer = self.http.get(path, query_string=query)
        if answer.status_code == 204:
            assert answer.data == b""
            return []
        assert answer.status_code == 200, answer.text
        self.tag = answer.json["lastUpdated"]
        return answer.json["serialNumbers"]

    def fetch(self, shown: dict):
        """The newest file, unless it has that already."""
        serial = shown["serialNumber"]
        headers = {**self.headers(shown), "If-Modified-Since": self.seen.get(serial, "")}
        answer = self.http.get(f"{SERVICE}/v1/passes/{shown['passTypeIdentifier']}/{serial}", headers=headers)
        if answer.status_code == 200:
            self.seen[serial] = answer.headers["Last-Modified"]
        return answer
