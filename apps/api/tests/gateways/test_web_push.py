"""Web Push: RFC 8291's own example, what a browser decrypts, and addresses that are refused."""

import pytest
from cryptography.exceptions import InvalidTag

from loyalty.gateways.public_http import problem_with_address
from loyalty.gateways.web_push import encrypt
from loyalty.rules.base64url import decode_exactly, encode
from loyalty.rules.push_keys import AUTH_BYTES, POINT_BYTES, private_key
from support.push_service import Browser


def test_the_example_of_rfc_8291():
    """RFC 8291, section 5 and appendix A."""
    key = private_key(decode_exactly("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", 32))
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        p256dh=decode_exactly(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            POINT_BYTES,
        ),
        auth=decode_exactly("BTBZMqHH6r4Tts7J_aSIgg", AUTH_BYTES),
        salt=decode_exactly("DGv6ra1nlYgDCS1FRnbzlw", 16),
        key=key,
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_reads_what_was_encrypted_for_it_and_no_other():
    browser = Browser()
    body = encrypt("நன்றி".encode(), p256dh=browser.point, auth=browser.auth)
    assert browser.decrypt(body) == "நன்றி"
    with pytest.raises(InvalidTag):
        Browser().decrypt(body)
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * 4000, p256dh=browser.point, auth=browser.auth)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://169.254.169.254/latest",
        "https://localhost/a",
        "https://db.internal/a",
        "https://push.example.com:8443/a",
        "https://user@push.example.com/a",
        "https://[bad/a",
        "ftp://push.example.com/a",
        "",
    ],
)
def test_addresses_that_nothing_is_sent_to(endpoint):
    assert problem_with_address(endpoint) is not None


def test_a_public_host_by_https_is_fine_and_one_on_loopback_where_it_is_named():
    assert problem_with_address("https://fcm.googleapis.com/fcm/send/abc") is None
    assert problem_with_address("http://127.0.0.1:9100/a", ("127.0.0.1:9100",)) is None
    assert problem_with_address("http://127.0.0.1:9101/a", ("127.0.0.1:9100",)) is not None
