"""Settings: their defaults, what is read from the environment, and what is refused."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from structlog.testing import capture_logs

from loyalty.config import (
    DEVELOPMENT_KEY,
    Config,
    WrongSetting,
    example_file,
    from_environment,
    handoff_problem,
    unknown_settings,
    warn,
)
from loyalty.gateways import attachments
from loyalty.rules.devices import SESSION_LIFE
from support.bucket import ADDRESS, a_bucket

REPOSITORY = Path(__file__).parents[3]
NOBODY = 65534
KEYS = {
    "LOYALTY_SECRET_KEYS": "0123456789abcdef0123456789abcdef",
    "LOYALTY_HASH_KEY": "fedcba9876543210fedcba9876543210",
    "LOYALTY_LEDGER_KEYS": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
}


PRODUCTION = {
    **KEYS,
    "LOYALTY_ENV": "production",
    "LOYALTY_MESSAGE_CHANNEL": "sms",
    "LOYALTY_SMS_URL": "https://sms.example.com",
    "LOYALTY_SMS_TOKEN": "secret",
    "LOYALTY_SMTP_URL": "smtp://mail.example.com",
    "LOYALTY_ATTACHMENTS": "/var/lib/loyalty/attachments",
    "LOYALTY_SITE_ORIGIN": "https://www.example.com",
    "LOYALTY_MINI_ORIGIN": "https://members.example.com",
}


def settings_from(values):
    """The settings of a process with these variables in its environment."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in values.items():
            environment.setenv(name, value)
        return from_environment()


def test_development_needs_no_settings():
    assert settings_from({}) == Config()


@pytest.mark.parametrize("name", ["LOYALTY_SITE_ORIGIN", "LOYALTY_MINI_ORIGIN"])
def test_production_does_not_start_with_the_addresses_of_development(name):
    with pytest.raises(WrongSetting, match=f"{name} is missing"):
        settings_from({**PRODUCTION, name: ""})


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is missing"),
        (DEVELOPMENT_KEY, "is missing"),
        ("0123456789abcdef0123456789abcde", "at least 32"),
        ("a" * 32, "is too simple"),
        ("abcdefg" * 5, "is too simple"),
    ],
)
def test_production_does_not_start_with_a_key_that_can_be_guessed(name, text, sentence):
    with pytest.raises(WrongSetting, match=f"{name} .*{sentence}"):
        settings_from({**KEYS, "LOYALTY_ENV": "production", name: text})


def test_production_does_not_start_with_an_empty_ring():
    with pytest.raises(WrongSetting, match="LOYALTY_SECRET_KEYS is missing"):
        settings_from({**KEYS, "LOYALTY_ENV": "production", "LOYALTY_SECRET_KEYS": ","})


def test_an_old_key_of_the_ring_that_is_weak_is_refused_too():
    ring = f"{KEYS['LOYALTY_SECRET_KEYS']},{'a' * 32}"
    with pytest.raises(WrongSetting, match="LOYALTY_SECRET_KEYS is too simple"):
        settings_from({**KEYS, "LOYALTY_ENV": "production", "LOYALTY_SECRET_KEYS": ring})


def test_production_refuses_one_key_for_two_purposes():
    one = KEYS["LOYALTY_SECRET_KEYS"]
    with pytest.raises(WrongSetting, match="each needs a key of its own"):
        settings_from({**KEYS, "LOYALTY_ENV": "production", "LOYALTY_HASH_KEY": one})


def test_production_starts_with_keys_of_its_own():
    config = settings_from(PRODUCTION)

    assert config.production
    assert config.key_ring == (KEYS["LOYALTY_SECRET_KEYS"],)


@pytest.mark.parametrize(
    ("name", "text", "allowed_by"),
    [
        ("MESSAGE_CHANNEL", "file", "ALLOW_FILE_CHANNEL"),
        ("SMTP_URL", "", "ALLOW_FILE_CHANNEL"),
    ],
)
def test_production_refuses_settings_for_development(name, text, allowed_by):
    unsafe = {**PRODUCTION, f"LOYALTY_{name}": text}
    with pytest.raises(WrongSetting, match=f"LOYALTY_{name}.* LOYALTY_{allowed_by}=on"):
        settings_from(unsafe)

    with capture_logs() as lines:
        warn(settings_from({**unsafe, f"LOYALTY_{allowed_by}": "on"}))
    assert [line["reason"] for line in lines] == [f"LOYALTY_{allowed_by} is on"]
    assert settings_from({"LOYALTY_ENV": "development", f"LOYALTY_{name}": text}) == settings_from(
        {f"LOYALTY_{name}": text}
    )


def test_production_refuses_to_run_without_rate_limits():
    with pytest.raises(WrongSetting, match="LOYALTY_RATE_LIMITS=off lets anybody"):
        settings_from({**PRODUCTION, "LOYALTY_RATE_LIMITS": "off"})


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("ENV", "prod", "development or production"),
        ("MESSAGE_CHANNEL", "pigeon", "It may be file"),
        ("SMTP_URL", "mail.example.com", "should look like smtp"),
        ("SMTP_URL", "smtp://host:port", "should look like smtp"),
        ("CAREER_MAILBOX", "careers", "should be an e-mail address"),
        ("MAIL_FROM", "a@example.com\nBcc: b@example.com", "should be an e-mail address"),
        ("RATE_LIMITS", "yes", "on or off"),
        ("TRUSTED_PROXIES", "-1", "whole number"),
        ("TRUSTED_PROXIES", "²", "whole number"),
        ("DATABASE_URL", "mysql://x", "sqlite:/// or postgresql"),
        ("DATABASE_URL", "sqlite:///:memory:", "needs a file"),
        ("DATABASE_URL", "postgresql+psycopg://me:p@ss@host:port/x", "cannot be read"),
        ("REDIS_URL", "localhost:6379", "redis://"),
        ("OTP_UNKNOWN", "maybe", "send or silent"),
        ("STAFF_ORIGIN", "http://staff.example.com", "should use https"),
        ("STAFF_ORIGIN", "https://staff.example.com/app", "should have no path"),
        ("STAFF_ORIGIN", "http://LOCALHOST:4200", "another host than the site's"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(name, text, sentence):
    with pytest.raises(WrongSetting, match=sentence) as refused:
        settings_from({f"LOYALTY_{name}": text})

    assert f"LOYALTY_{name}" in str(refused.value)


WHATSAPP = {
    "LOYALTY_MESSAGE_CHANNEL": "whatsapp",
    "LOYALTY_WHATSAPP_PHONE_ID": "1234",
    "LOYALTY_WHATSAPP_TOKEN": "secret-token",
}
SMS = {
    "LOYALTY_MESSAGE_CHANNEL": "sms",
    "LOYALTY_SMS_URL": "https://sms.example.com/send",
    "LOYALTY_SMS_TOKEN": "secret-token",
}


@pytest.mark.parametrize("channel", [WHATSAPP, SMS])
def test_a_channel_needs_what_it_cannot_do_without(channel):
    assert settings_from(channel).message_channel == channel["LOYALTY_MESSAGE_CHANNEL"]
    for name in list(channel)[1:]:
        with pytest.raises(WrongSetting, match=f"{name} is missing"):
            settings_from({key: value for key, value in channel.items() if key != name})


def test_codes_travel_encrypted():
    with pytest.raises(WrongSetting, match="LOYALTY_SMS_URL should use https"):
        settings_from({**SMS, "LOYALTY_SMS_URL": "http://sms.example.com"})
    with pytest.raises(WrongSetting, match="LOYALTY_SMS_TOKEN holds characters") as refused:
        settings_from({**SMS, "LOYALTY_SMS_TOKEN": "secret\ttoken"})
    assert "secret" not in str(refused.value)


def test_every_setting_has_a_description():
    assert all(field.description.endswith(".") for field in Config.model_fields.values())
    assert f" {SESSION_LIFE.days} days, the longest life of a session" in example_file()


def test_the_example_file_holds_the_defaults():
    lines = example_file().splitlines()
    text = dict(line.removeprefix("# ").split("=", 1) for line in lines if line.startswith("# LOYALTY_"))

    assert len(text) == len(Config.model_fields)
    assert settings_from(text) == Config()


def test_the_example_file_is_current():
    """Rewrite it with `flask --app loyalty generate settings`."""
    assert (REPOSITORY / ".env.example").read_text(encoding="utf-8") == example_file()


@pytest.mark.parametrize(
    ("site", "mini", "problem"),
    [
        ("http://localhost:4200", "http://localhost:4300", None),
        ("https://www.example.com", "https://app.example.com", None),
        ("https://www.example.com", "https://www.example.com:8443", None),
        ("https://www.example.com", "https://WWW.example.com", "should be different"),
        ("https://www.example.com", "http://app.example.com", "should use https"),
        ("http://www.example.com", "https://app.example.com", "should use https"),
        ("https://www.example.com", "https://app.example.com/", "no path"),
        ("https://www.example.com", "https://app.example.com?x", "no path"),
        ("https://www.example.com", "", "is empty"),
        ("https://www.example.com", "app.example.com", "not an origin"),
        ("https://www.example.com", "https://app.example.com:port", "not an origin"),
        ("https://www.example.com", "javascript:alert(1)", "not an origin"),
        ("https://www.example.com", "https://me@app.example.com", "not an origin"),
    ],
)
def test_which_origins_members_may_be_handed_between(site, mini, problem):
    """docs/handoff.md B15."""
    found = handoff_problem(site, mini)

    assert found is None if problem is None else problem in found


def test_wrong_origins_turn_the_handoff_off_with_a_warning():
    config = settings_from({"LOYALTY_MINI_ORIGIN": "http://app.example.com"})
    with capture_logs() as text:
        warn(config)

    assert not config.handoff
    assert text[0]["event"] == "handoff is off"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SITE_ORIGN", "SITE_ORIGIN"),
        ("MINI_ORIGINS", "MINI_ORIGIN"),
        ("DATABASE", "DATABASE_URL"),
        ("SECRET_KEY", "SECRET_KEYS"),
        ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
    ],
)
def test_a_misspelt_setting_is_refused_with_the_one_that_was_meant(name, meant):
    with pytest.raises(WrongSetting, match=f"LOYALTY_{name} is not a setting. Did you mean LOYALTY_{meant}?"):
        settings_from({f"LOYALTY_{name}": ""})


def test_settings_of_other_releases_and_programs_are_accepted(monkeypatch):
    names = {"LOYALTY_FIREWORKS": "on", "LOYALTY_API_PORT": "5000", "LOYALTY_E2E_API_PORT": "1", "PATH": "/"}

    assert settings_from(names) == Config()
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert unknown_settings() == ["LOYALTY_FIREWORKS"]


PROGRAMS = Path(sys.executable).parent
ENTRY_POINTS = [
    ["flask", "--app", "loyalty", "audit"],
    ["flask", "--app", "loyalty", "--help"],
    ["flask", "--app", "loyalty", "run"],
    [
        "gunicorn",
        "-c",
        "python:loyalty.serving",
        "--bind",
        "127.0.0.1:0",
        "--log-level=error",
        "loyalty:create_app()",
    ],
]


@pytest.mark.parametrize("command", ENTRY_POINTS, ids=" ".join)
def test_a_wrong_setting_ends_every_program_with_one_message(command):
    wrong = {**os.environ, "LOYALTY_RATE_LIMITS": "yes"}

    ended = subprocess.run(  # noqa: S603
        [PROGRAMS / command[0], *command[1:]], env=wrong, capture_output=True, text=True, timeout=60
    )

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "Error: LOYALTY_RATE_LIMITS=yes is unknown. It may be on or off.\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is missing"),
        ("var/attachments", "whole path"),
        ("s3://Loyalty/attachments", "s3://bucket/prefix"),
        ("s3://loyalty/a?b", "s3://bucket/prefix"),
        ("{web}", "web server"),
        ("{web}/in/it", "web server"),
    ],
)
def test_production_needs_a_folder_for_attachments_outside_web_folders(tmp_path, text, sentence):
    (tmp_path / "index.html").touch()

    with pytest.raises(WrongSetting, match=f"LOYALTY_ATTACHMENTS .*{sentence}"):
        settings_from({**PRODUCTION, "LOYALTY_ATTACHMENTS": text.format(web=tmp_path)})


def test_production_needs_a_folder_for_attachments_that_only_its_user_can_read(tmp_path):
    place = tmp_path / "attachments"
    config = settings_from({**PRODUCTION, "LOYALTY_ATTACHMENTS": str(place)})
    with pytest.raises(WrongSetting, match="mounted"):
        attachments.check(config)
    place.mkdir(mode=0o700)
    attachments.check(config)
    place.chmod(0o701)
    with pytest.raises(WrongSetting, match="chmod 700"):
        attachments.check(config)


@pytest.mark.parametrize(
    ("text", "bucket"),
    [
        ("s3://loyalty", ("loyalty", "")),
        ("s3://loyalty/", ("loyalty", "")),
        ("s3://loyalty/of/members/", ("loyalty", "of/members/")),
        ("/srv/attachments", None),
    ],
)
def test_attachments_may_be_kept_in_a_bucket(text, bucket):
    assert settings_from({**PRODUCTION, "LOYALTY_ATTACHMENTS": text}).attachments_bucket == bucket


def test_a_bucket_needs_the_package_that_asks_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "boto3", None)

    with pytest.raises(WrongSetting, match=r"loyalty-api\[s3\]: boto3"):
        settings_from({"LOYALTY_ATTACHMENTS": "s3://loyalty"})


def test_production_does_not_serve_with_a_bucket_that_is_not_there():
    config = settings_from({**PRODUCTION, "LOYALTY_ATTACHMENTS": "s3://another-one"})
    with (
        a_bucket(),
        pytest.raises(WrongSetting, match=r"LOYALTY_ATTACHMENTS: .*NoSuchBucket"),
    ):
        attachments.check(config)
    with a_bucket():
        attachments.check(settings_from({**PRODUCTION, "LOYALTY_ATTACHMENTS": ADDRESS}))


def test_production_serves_while_the_store_of_its_bucket_does_not_answer():
    config = settings_from({**PRODUCTION, "LOYALTY_ATTACHMENTS": ADDRESS})
    with a_bucket() as bucket, capture_logs() as log:
        bucket.stop()
        attachments.check(config)

    assert [line["event"] for line in log] == ["attachments cannot be kept"]


def test_gunicorn_does_not_start_where_the_disk_of_attachments_is_not_mounted(tmp_path):
    there = {
        "LOYALTY_ATTACHMENTS": f"{tmp_path}/mnt/attachments",
        "LOYALTY_DATABASE_URL": f"sqlite:///{tmp_path}/x.db",
    }

    ended = subprocess.run(  # noqa: S603
        [
            *(PROGRAMS / "gunicorn", "-c", "python:loyalty.serving"),
            *("--bind", "127.0.0.1:0", "--log-level=error", "loyalty:create_app()"),
        ],
        env={**os.environ, **PRODUCTION, **there},
        capture_output=True,
        text=True,
        timeout=60,
    )

    expected = (
        f"Error: LOYALTY_ATTACHMENTS: there is no folder {tmp_path}/mnt/attachments. Is its disk mounted?\n"
    )
    assert (ended.returncode, ended.stderr) == (1, expected)


@contextmanager
def without_root() -> Iterator[None]:
    """As a user who may not write everywhere, such as nobody; tests that root runs come back to it."""
    is_root = os.geteuid() == 0
    if is_root:
        os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        if is_root:
            os.setresuid(0, 0, 0)


def test_production_does_not_serve_with_a_folder_it_cannot_write():
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        place = Path(folder) / "attachments"
        place.mkdir(mode=0o555)
        config = settings_from({**PRODUCTION, "LOYALTY_ATTACHMENTS": str(place)})

        with without_root(), pytest.raises(WrongSetting, match="not writable"):
            attachments.check(config)


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ({}, "var/loyalty.attachments"),
        ({"LOYALTY_DATABASE_URL": "postgresql+psycopg://localhost/loyalty"}, "var/attachments"),
        ({"LOYALTY_ATTACHMENTS": "/mnt/attachments"}, "/mnt/attachments"),
    ],
)
def test_in_development_each_database_has_a_folder_for_attachments(text, folder):
    assert settings_from(text).attachments_folder == Path(folder)


def test_a_setting_that_is_not_utf_8_is_refused_and_not_shown():
    with pytest.raises(WrongSetting, match=r"^LOYALTY_SMS_TOKEN is not UTF-8\.$"):
        settings_from({"LOYALTY_SMS_TOKEN": os.fsdecode(b"caf\xe9")})


def test_settings_that_are_printed_show_no_secret():
    secrets = {**KEYS, "LOYALTY_SMTP_URL": "smtp://me:pass-word@mail.example.com"}
    secrets["LOYALTY_DATABASE_URL"] = "postgresql+psycopg://me:pass-word@localhost/loyalty"

    printed = repr(settings_from({**PRODUCTION, **secrets, "LOYALTY_SMS_TOKEN": "tell-nobody"}))

    assert not [secret for secret in ("pass-word", "tell-nobody", *KEYS.values()) if secret in printed]


def test_without_a_key_of_its_own_the_ledger_is_sealed_with_one_made_from_another_key():
    assert Config(ledger_keys="one, two").ledger_ring == (b"one", b"two")
    [made], [from_another] = Config().ledger_ring, Config(hash_key="another").ledger_ring
    assert made != from_another
