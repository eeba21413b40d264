"""Claims of one reward with a stock, by many members at once: how many a second, in one part and in several.

    npm run bench -- --stock

PostgreSQL only: SQLite has one writer. Two processes claim by the API's own service, without HTTP. A commit
takes two milliseconds more than here, as on a disk or with a standby: as long the part is locked.
"""

from __future__ import annotations

import argparse
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from statistics import median
from time import monotonic

from sqlalchemy import text
from stage import open_app, set_up

import postgres
from loyalty.db.connections import transaction
from loyalty.db.idempotency import Key
from loyalty.features.rewards import claims, programme
from loyalty.rules.rewards import parts_of_stock

PROCESSES, THREADS = 2, 12
COMMIT_DELAY_US = 2_000
STOCK = 1_000_000


def claim_for(url: str, reward: int, members: list[int], seconds: float, name: str) -> int:
    """Let threads of this process claim, each for members of its own; gives how many claims there were."""
    app = open_app(url)
    numbers, until = count(), monotonic() + seconds

    def claim(own: list[int]) -> int:
        done = 0
        while monotonic() < until:
            with app.app_context():
                member = own[done % len(own)]
                key = Key(f"member:{member}", f"stock-{name}-{next(numbers)}", "the same body")
                claims.claim(member, reward, key, lambda claimed: (201, claimed.voucher.id))
            done += 1
        return done

    with ThreadPoolExecutor(THREADS) as pool:
        done = sum(pool.map(claim, [members[nth::THREADS] for nth in range(THREADS)]))
    app.extensions["loyalty.database"].close()
    return done


def a_second(url: str, reward: int, members: list[int], seconds: float, name: str) -> float:
    """Claims a second of all processes."""
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        parts = [(url, reward, members[nth::PROCESSES], seconds, f"{name}.{nth}") for nth in range(PROCESSES)]
        return sum(pool.starmap(claim_for, parts)) / seconds


def rewards_of(url: str) -> dict[str, int]:
    """A reward without a stock, one whose stock is one part, and one in as many parts as the rule makes."""
    app, found = (
        open_app(url),
        {"no stock": 7_000, "one part": 7_001, f"{parts_of_stock(STOCK)} parts": 7_002},
    )
    usual = {"kind": "points", "type": 2, "valid_days": 30, "title": "Mango rice", "cost": 1}
    stocks = {7_000: None, 7_001: STOCK, 7_002: STOCK}
    with app.app_context(), transaction() as db:
        rows = [programme.row_of({**usual, "id": nth, "stock": of}) for nth, of in stocks.items()]
        programme.set_up(db, rows)
        db.execute(text("DELETE FROM stock_parts WHERE reward_id = 7001 AND part > 0"))
        db.execute(text("UPDATE stock_parts SET size = :of WHERE reward_id = 7001"), {"of": STOCK})
    app.extensions["loyalty.database"].close()
    return found


def main() -> None:
    """Measure in turn and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--stock", action="store_true", help="this measurement, of those of npm run bench")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    asked = parser.parse_args()
    server = postgres.Server(durable=True)
    server.start()
    try:
        for setting in (f"commit_delay = {COMMIT_DELAY_US}", "commit_siblings = 0"):
            postgres.run(server.root, f"ALTER SYSTEM SET {setting}")
        postgres.run(server.root, "SELECT pg_reload_conf()")
        postgres.run(server.root, "CREATE DATABASE bench")
        url = postgres.url(server.root, "bench")
        members = [member for member, _token in set_up(url).members]
        rewards = rewards_of(url)
        found: dict[str, list[float]] = {what: [] for what in rewards}
        for nth in range(asked.rounds):
            for what, reward in rewards.items():
                found[what].append(a_second(url, reward, members, asked.seconds, f"{what}.{nth}"))
        for what, each in found.items():
            print(f"{what:<10} {median(each):>6.0f} claims a second")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
