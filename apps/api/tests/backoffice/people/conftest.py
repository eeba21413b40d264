"""Requests are limited."""

import pytest

from loyalty.config import Config


@pytest.fixture
def config(config: Config) -> Config:
    return config.model_copy(update={"rate_limits": True})
