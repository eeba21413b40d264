"""Requests to addresses that others name: public hosts only, and the address that was checked."""

import httpx
import pytest

from loyalty.gateways.channels import ProviderDown, Refused, Undeliverable
from loyalty.gateways.public_http import MAX_ANSWER_BYTES, PublicHttp, is_public, problem_with_address
from support.loopback import trickling
from support.webhook_receiver import receiving

URL = "https://hooks.example.com/events?a=1"


def http_where(*answers, allowed=()):
    """What posts, with a resolver that answers in turn, and what was connected to: address, port, and the
    name that its certificate is for.
    """
    names, connected = iter(answers), []

    def connect(request):
        url = request.url
        connected.append((url.host, url.port or 443, request.extensions["sni_hostname"]))
        raise httpx.ConnectError("nobody")

    resolve = lambda _host, _port: next(names)  # noqa: E731
    return PublicHttp(allowed, resolve=resolve, transport=httpx.MockTransport(connect)), connected


PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104  # an address to refuse
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "::ffff:0:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::7f00:1",
    "64:ff9b:1::808:808",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::",
    "3fff::1",
    "4000::1",
    "fc00::1",
    "fd00::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_no_connection_is_made_to_a_name_that_means_one_of_our_machines(address):
    http, connected = http_where([address])
    with pytest.raises(Refused):
        http.post(URL, b"", {})
    mixed, also_connected = http_where(["8.8.8.8", address])
    with pytest.raises(Refused):
        mixed.post(URL, b"", {})
    assert connected == also_connected == []
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "172.32.0.1", "2001:4860:4860::8888", "2400:cb00::1", "2606:4700::1", "64:ff9b::808:808"],
)
def test_a_public_address_is_connected_to(address):
    http, connected = http_where([address])
    with pytest.raises(ProviderDown):
        http.post(URL, b"", {})
    assert [each[0] for each in connected] == [address]


def test_a_name_that_means_another_address_a_moment_later_is_asked_once():
    """DNS rebinding: the address that was checked is connected to, and no name is looked up again."""
    http, connected = http_where(["93.184.216.34"], ["127.0.0.1"])
    with pytest.raises(ProviderDown):
        http.post(URL, b"", {})
    assert connected == [("93.184.216.34", 443, "hooks.example.com")]
    with pytest.raises(Refused):
        http.post(URL, b"", {})
    assert connected == [("93.184.216.34", 443, "hooks.example.com")]


def test_an_allowed_host_may_be_private_and_no_other_port_of_it():
    http, connected = http_where(["10.0.0.7", "10.0.0.8"], ["10.0.0.7"], allowed=["erp.lan:8443"])
    with pytest.raises(ProviderDown):
        http.post("https://erp.lan:8443/events", b"", {})
    assert connected == [("10.0.0.7", 8443, "erp.lan"), ("10.0.0.8", 8443, "erp.lan")]
    with pytest.raises(Refused):
        http.post("https://erp.lan/events", b"", {})


def test_a_name_without_an_address_may_have_one_later():
    with pytest.raises(Undeliverable):
        http_where([])[0].post(URL, b"", {})
    with pytest.raises(Undeliverable):
        PublicHttp().post("https://nobody.invalid/events", b"", {})


@pytest.mark.parametrize(
    "url", ["https://example.com\r\n/a", "https://example.com/ä", "https://a@example.com/"]
)
def test_what_could_be_read_as_another_request_is_no_address(url):
    assert problem_with_address(url) == "is no address by https"


def test_a_redirect_is_an_answer_and_nobody_is_asked_elsewhere():
    with receiving() as elsewhere, receiving() as receiver:
        receiver.answer, receiver.headers = lambda _event: 302, {"Location": elsewhere.url}
        answer = PublicHttp([receiver.host, elsewhere.host]).post(receiver.url, b"{}", {})
        assert (answer.status, elsewhere.all) == (302, [])


def test_a_long_answer_is_read_to_a_limit():
    with receiving() as receiver:
        receiver.text = "x" * 1_000_000
        receiver.answer = lambda _event: 200
        assert len(PublicHttp([receiver.host]).post(receiver.url, b"{}", {}).text) == MAX_ANSWER_BYTES


@pytest.mark.parametrize(
    "begin",
    [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.0 200 OK\r\n\r\n"],
    ids=["in its head", "in the body of an answer that ends its connection"],
)
def test_an_answer_that_trickles_in_ends_with_the_time_for_the_whole_request(begin):
    """Each byte comes within the timeout of the socket: the whole answer would take a minute."""
    with trickling(begin) as (host, cut):
        with pytest.raises(ProviderDown):
            PublicHttp([host], timeout_s=0.3).post(f"http://{host}/", b"{}", {})
        assert cut.wait(5)
