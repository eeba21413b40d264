"""Both wallets with keys of our own, a member, and devices."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from loyalty.config import Config
from loyalty.db.session import Database
from loyalty.reach.wallet import changes
from support.factories import a_member, a_reward
from support.wallet_authority import apple_settings, google_settings
from support.wallet_steps import Device


@pytest.fixture(scope="session")
def keys_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys")


@pytest.fixture
def config(config: Config, keys_folder: Path) -> Config:
    """With both wallets."""
    settings = {**apple_settings(keys_folder), **google_settings(keys_folder)}
    return config.model_copy(update=settings)


@pytest.fixture
def member(database: Database) -> int:
    return a_member(database, earned=700)


@pytest.fixture
def follow(database: Database) -> Callable[[], None]:
    """Let the reader of events mark passes, as the worker does."""

    def run() -> None:
        with database.bound():
            while changes.follow():
                pass

    return run


@pytest.fixture
def device(app: Flask) -> Callable[[str], Device]:
    return lambda name: Device(app.test_client(), name)


@pytest.fixture
def claim(as_member, member: int):
    """The id of a voucher that the member has claimed."""

    def one(database: Database, **reward) -> int:
        wanted = {"memberId": member, "rewardId": a_reward(database, **reward)}
        answer = as_member(member).post("/api/claim", json=wanted)
        assert answer.status_code == 201, answer.text
        return answer.json["memberReward"]["id"]

    return one


@pytest.fixture
def download(as_member, member: int):
    """The answer with a pass's file, as the member's browser gets it by the link."""

    def fetch(voucher_id: int | None = None, brand: str = "krua-bowl"):
        browser = as_member(member)
        wanted = {"wallet": "apple", "brand": brand, "voucherId": voucher_id}
        made = browser.post(f"/api/member/{member}/walletPass", json=wanted)
        assert made.status_code == 201, made.text
        # A link is opened without the session's header.
        return browser.application.test_client().get(made.json["url"])

    return fetch
