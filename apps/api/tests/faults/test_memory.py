"""SECURITY.md F17: large forms come and go, and what a worker holds does not grow."""

import pytest

from support.attachments import an_application, pdf

pytestmark = [pytest.mark.long, pytest.mark.any_database]

LARGE = pdf("", b"<< /Length 3000000 >>\nstream\n" + b"x" * 3_000_000 + b"\nendstream")
MAY_GROW = 1.10
# What one form takes on its way: the base64, the JSON, the bytes, and the row.
ONE_FORM = 40_000_000


def test_a_storm_of_large_applications_leaves_the_workers_as_they_were(serve, rounds):
    api = serve(workers=1)

    def send(number: int) -> int:
        body = an_application(LARGE, FullName=f"Applicant {number}")
        return api.ask("POST", "/api/email/career", body, {"X-Forwarded-For": "10.0.0.1"})[0]

    warm = rounds(3, 50)
    answers = {send(number) for number in range(warm)}
    before = api.memory()
    answers |= {send(number) for number in range(warm, warm + rounds(4, 1_000))}

    assert answers == {200}
    assert api.memory() < before * MAY_GROW + ONE_FORM
