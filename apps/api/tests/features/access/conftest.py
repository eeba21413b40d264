"""Codes and sessions are tested with every budget in force."""

from collections.abc import Callable

import pytest
from flask import Flask

from loyalty.config import Config
from loyalty.db.session import Database, transaction
from loyalty.features.access import sign_in as access_sign_in
from support.factories import a_member


@pytest.fixture
def config(config: Config) -> Config:
    """The settings of a test, with all limits."""
    return config.model_copy(update={"rate_limits": True})


@pytest.fixture
def sign_in(app: Flask, clock: object) -> Callable[..., str]:
    """`sign_in(member_id)` is a fresh session token: of the site, or with `at_mini` of the mini."""
    assert clock

    def signed_in(member_id: int, *, at_mini: bool = False) -> str:
        with app.app_context(), transaction() as db:
            return access_sign_in.begin(db, member_id, at_mini=at_mini).login_token

    return signed_in


@pytest.fixture
def aisyah(database: Database) -> int:
    """The member who goes from the site to the mini."""
    return a_member(database, name="Aisyah Rahman", number="123454321")


@pytest.fixture
def site(sign_in: Callable[..., str], aisyah: int) -> str:
    """The member's session on the site."""
    return sign_in(aisyah)


@pytest.fixture
def benny(database: Database, sign_in: Callable[..., str]) -> str:
    """The mini session of another member in the same browser."""
    return sign_in(a_member(database, name="Benny Tan", number="128888888"), at_mini=True)
