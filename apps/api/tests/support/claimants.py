"""Members who claim again and again while something dies; without an answer each repeats under one key."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import text

from loyalty.db.session import current_session
from support.factories import a_member, a_reward, every_violation, signed_in
from support.gunicorn_server import Gunicorn

MEMBERS, COST = 6, 10
GIVE_UP_S = 60
AGAIN_AFTER_S = 0.05
# Six members claiming ten times a second each: fifty requests a second, and a few more.
BETWEEN_CLAIMS_S = 0.1


class Claimants:
    """Six members with points, signed in; `claiming()` lets them claim beside the block."""

    def __init__(self, app: Flask, api: Gunicorn, timeout_s: float = 15) -> None:
        self._database = app.extensions["loyalty.database"]
        reward = a_reward(self._database, cost=COST)
        people = [a_member(self._database, earned=1_000_000) for _ in range(MEMBERS)]
        self.each = [
            Claimant(api, number, (member, reward), signed_in(app, member), timeout_s)
            for number, member in enumerate(people)
        ]
        self._database.close()  # nothing of this process is in the way of a restart

    @contextmanager
    def claiming(self) -> Iterator[threading.Event]:
        """Everybody claims until the end of the block; a claimant without an answer fails it."""
        over = threading.Event()
        with ThreadPoolExecutor(MEMBERS) as pool:
            storm = [pool.submit(each.claim_until, over) for each in self.each]
            try:
                yield over
            except BaseException:
                # The block broke or Ctrl-C ended it, the API with it: nobody waits for an answer any more.
                for each in self.each:
                    each.gives_up_after_s = 0
                raise
            finally:
                over.set()
            for each in storm:
                each.result()

    def answered(self) -> int:
        """How many answers they have had, of whatever kind."""
        return sum(each.answers for each in self.each)

    def wait_for_answers(self, more: int) -> None:
        """Wait until they have had so many more answers."""
        wanted, give_up = self.answered() + more, time.monotonic() + GIVE_UP_S
        while self.answered() < wanted:
            assert time.monotonic() < give_up, f"fewer than {more} answers in {GIVE_UP_S} s"
            time.sleep(AGAIN_AFTER_S)

    def statuses(self) -> set[int]:
        """Every status they were answered with."""
        return set().union(*(each.statuses for each in self.each))

    def expect_one_voucher_a_claim(self) -> None:
        """Every acknowledged voucher is there, none that was not asked for, and the audit finds nothing."""
        acknowledged = [voucher for each in self.each for voucher in each.acknowledged]
        with self._database.bound():
            stored = set(current_session().scalars(text("SELECT id FROM vouchers")))
        assert set(acknowledged) == stored
        assert len(acknowledged) == len(stored) == sum(each.tries for each in self.each)
        assert self.statuses() <= {201, 503}
        assert every_violation(self._database) == []


class Claimant:
    """One member who claims again and again."""

    def __init__(
        self,
        api: Gunicorn,
        number: int,
        what: tuple[int, int],
        headers: dict[str, str],
        timeout_s: float,
    ) -> None:
        self._api, self._number, self._headers, self._timeout_s = api, number, headers, timeout_s
        self._body = dict(zip(("memberId", "rewardId"), what, strict=True))
        self.acknowledged: list[int] = []
        self.statuses: set[int] = set()
        self.tries = self.answers = 0
        self.gives_up_after_s = GIVE_UP_S

    def claim_until(self, over: threading.Event) -> None:
        """Claim, and claim again, until it is over; the last one is carried to its end."""
        while not over.is_set():
            self.claim()
            over.wait(BETWEEN_CLAIMS_S)

    def claim(self) -> None:
        """Claim once, as often as it takes."""
        self.tries += 1
        headers = {**self._headers, "Idempotency-Key": f"{self._number}-{self.tries}"}
        started = time.monotonic()
        while time.monotonic() < started + self.gives_up_after_s:
            answer = self._api.ask("POST", "/api/claim", self._body, headers, self._timeout_s)
            if answer is not None:
                status, output = answer
                self.answers += 1
                self.statuses.add(status)
                if status == 201:
                    self.acknowledged.append(output["memberReward"]["id"])
                    return
            time.sleep(AGAIN_AFTER_S)
        raise AssertionError(f"no claim was possible for {self.gives_up_after_s} s")
