"""Attachments are scanned before anything is kept, and a day takes so many bytes of them."""

import socketserver
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import func, select

from loyalty.config import Config, WrongSetting
from loyalty.db.session import current_session
from loyalty.features.enquiries.models import Enquiry
from support.attachments import PDF, a_feedback, an_application, pdf

CAREER = "/api/email/career"


class FakeClamd(socketserver.ThreadingTCPServer):
    """clamd as far as INSTREAM: keeps what it was sent and answers what the test says."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Instream)
        self.reply = b"stream: OK\0"
        self.scanned: list[bytes] = []
        self.pause_s = 0.0
        self.is_asked, self.may_answer = threading.Event(), threading.Event()
        self.may_answer.set()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.server_address[1]}"


class Instream(socketserver.StreamRequestHandler):
    server: FakeClamd

    def handle(self) -> None:
        assert self.rfile.read(10) == b"zINSTREAM\0"
        content = b""
        while size := int.from_bytes(self.rfile.read(4), "big"):
            content += self.rfile.read(size)
        self.server.scanned.append(content)
        self.server.is_asked.set()
        self.server.may_answer.wait(30)
        with suppress(OSError):  # nobody waits for the rest
            for sign in self.server.reply:
                self.wfile.write(bytes([sign]))
                threading.Event().wait(self.server.pause_s)


@pytest.fixture
def clamd() -> Iterator[FakeClamd]:
    with FakeClamd() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(autouse=True)
def scanner(change_settings, clamd: FakeClamd) -> None:
    change_settings(clamd=clamd.address)


@pytest.fixture
def kept(database):
    def count() -> int:
        with database.bound():
            return current_session().scalar(select(func.count()).select_from(Enquiry)) or 0

    return count


def scans(result: str) -> float:
    return REGISTRY.get_sample_value("loyalty_attachment_scans_total", {"result": result}) or 0


def test_a_clean_attachment_is_scanned_whole_and_kept(client, clamd, kept):
    large = pdf("", "<< /Length 200000 >>\nstream\n" + "x" * 200_000 + "\nendstream")
    before = scans("clean")

    assert client.post(CAREER, json=an_application(large)).status_code == 200
    assert clamd.scanned == [large]
    assert (kept(), scans("clean") - before) == (1, 1)


def test_an_infected_attachment_is_refused_and_not_kept(client, clamd, kept):
    clamd.reply = b"stream: Eicar-Test-Signature FOUND\0"
    before = scans("infected")

    answer = client.post(CAREER, json=an_application(PDF))

    assert (answer.status_code, answer.json["code"], answer.json["reason"]) == (
        422,
        "attachment_refused",
        "virus",
    )
    assert (kept(), scans("infected") - before) == (0, 1)


@pytest.mark.parametrize("reply", [b"INSTREAM size limit exceeded. ERROR\0", b"", b"\xff\0"])
def test_what_could_not_be_scanned_is_not_kept(client, clamd, kept, reply):
    clamd.reply = reply
    before = scans("failed")

    answer = client.post(CAREER, json=an_application(PDF))

    assert (answer.status_code, answer.json["code"]) == (503, "scanner_unavailable")
    assert answer.headers["Retry-After"] == "120"
    assert (kept(), scans("failed") - before) == (0, 1)


def test_a_scanner_that_never_comes_to_an_end_is_given_up(client, clamd, kept, monkeypatch):
    monkeypatch.setattr("loyalty.gateways.scanner.TIMEOUT_S", 0.3)
    clamd.pause_s = 0.1  # between two of the eleven signs of its answer

    answer = client.post(CAREER, json=an_application(PDF))

    assert (answer.status_code, answer.json["code"]) == (503, "scanner_unavailable")
    assert kept() == 0


def test_without_a_scanner_only_attachments_wait(kept, client, clamd):
    clamd.server_close()

    assert client.post(CAREER, json=an_application(PDF)).status_code == 503
    assert client.post(CAREER, json=an_application()).status_code == 200
    assert client.post("/api/email/feedback", json=a_feedback()).status_code == 200
    assert kept() == 2


def test_a_scanner_that_is_slow_keeps_one_request_waiting_and_no_others(app, client, clamd, kept):
    clamd.may_answer.clear()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(app.test_client().post, CAREER, json=an_application(PDF))
        try:
            assert clamd.is_asked.wait(30)
            second = client.post(CAREER, json=an_application(PDF, FullName="Siti Aminah"))
            without = client.post(CAREER, json=an_application())
        finally:
            clamd.may_answer.set()

    assert (second.status_code, second.json["code"]) == (503, "attachments_busy")
    assert second.headers["Retry-After"] == "10"
    assert (without.status_code, slow.result().status_code) == (200, 200)
    assert client.post(CAREER, json=an_application(PDF, FullName="Siti Aminah")).status_code == 200
    assert kept() == 3


def test_an_address_may_have_so_many_files_read_whether_they_are_taken_or_not(other_app):
    client = other_app(rate_limits=True).test_client()
    client.environ_base["REMOTE_ADDR"] = "203.0.113.7"
    answers = [client.post(CAREER, json=an_application(b"no PDF")) for _ in range(21)]
    elsewhere = client.post(CAREER, json=an_application(PDF), environ_base={"REMOTE_ADDR": "203.0.113.8"})
    without = client.post(CAREER, json=an_application())

    assert [answer.status_code for answer in answers] == [422] * 20 + [429]
    assert 3_500 < int(answers[-1].headers["Retry-After"]) <= 3_600
    assert (elsewhere.status_code, without.status_code) == (200, 200)


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("unix:/run/clamav/clamd.ctl", True),
        ("tcp://127.0.0.1:3310", True),
        ("tcp://[::1]:3310", True),
        ("tcp://clamav", False),
        ("unix:clamd.ctl", False),
        ("http://clamav:3310", False),
    ],
)
def test_an_address_that_is_none_is_refused_at_the_start(address, good):
    if good:
        Config(clamd=address)
        return
    with pytest.raises(WrongSetting, match="LOYALTY_CLAMD"):
        Config(clamd=address)


def test_a_day_takes_so_many_bytes(other_app, monkeypatch):
    monkeypatch.setattr("loyalty.rules.enquiries.BYTES_PER_DAY", 2 * len(PDF))
    app = other_app(rate_limits=True)
    clients = [app.test_client() for _ in range(4)]
    for number, client in enumerate(clients):
        client.environ_base["REMOTE_ADDR"] = f"203.0.113.{number}"
    codes = [
        client.post(CAREER, json=an_application(PDF, FullName=f"Applicant {number}"))
        for number, client in enumerate(clients[:3])
    ]
    without = clients[3].post(CAREER, json=an_application())

    assert [answer.status_code for answer in codes] == [200, 200, 429]
    assert codes[2].json["code"] == "attachments_full"
    assert 86_000 < int(codes[2].headers["Retry-After"]) <= 86_400
    assert "24 hours" in codes[2].json["message"]
    assert without.status_code == 200
