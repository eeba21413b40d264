"""SECURITY.md F1, F3: workers die by kill -9 and PostgreSQL crashes while members claim. Each claim that
was answered is stored, none is stored twice, and the audit finds nothing.
"""

from random import Random

import pytest

pytestmark = pytest.mark.long

BETWEEN_KILLS_S = 0.25


def test_no_acknowledged_claim_is_lost_when_workers_and_the_database_die(serve, claimants, crashing, rounds):
    api, draw = serve(), Random(1)  # noqa: S311
    members = claimants(api)
    kills, wanted, crashes = 0, rounds(6, 300), 0
    with members.claiming() as over:
        while kills < wanted:
            over.wait(BETWEEN_KILLS_S)
            kills += api.kill_a_worker(draw)
            if crashing and kills // (wanted // rounds(1, 20) or 1) > crashes:
                crashing.crash()
                crashes += 1
        members.wait_for_answers(len(members.each))

    assert api.ask("GET", "/readyz") == (200, {"status": "ready"})
    assert (kills, crashes > 0) == (wanted, crashing is not None)
    members.expect_one_voucher_a_claim()
