"""A backup can be restored, by nobody without the key; one that failed leaves nothing that looks like one."""

from pathlib import Path
from shutil import which

import pytest
from sqlalchemy import make_url

from support import postgres
from support.attachments import PDF, an_application
from support.bucket import ADDRESS, a_bucket
from support.factories import a_member

pytestmark = [
    pytest.mark.databases_differ,
    pytest.mark.skipif(which("gpg-agent") is None, reason="GnuPG is not installed"),
]


def dump_in(folder: Path) -> Path:
    """The dump of the one backup that is there."""
    [file] = [path for path in folder.iterdir() if ".attachments." not in path.name]
    return file


def test_a_backup_is_restored_audited_and_leaves_no_database_behind(app, backup, folder):
    a_member(app.extensions["loyalty.database"], name="Aisyah Rahman", earned=50)

    assert backup("make")[0] == 0
    file = dump_in(folder)
    code, result = backup("drill", file)

    assert (code, result.splitlines()[0].split(", ")[:2]) == (0, ["1 members", "2 ledger entries"]), result
    assert "0 violations." in result


def test_nobody_reads_it_without_the_key(app, backup, folder):
    a_member(app.extensions["loyalty.database"], name="Aisyah Rahman")
    backup("make")
    file = dump_in(folder)

    assert b"Aisyah" not in file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    assert backup("drill", file, key="other secret")[0] == 1


def test_a_backup_that_was_damaged_is_found(backup, folder):
    backup("make")
    file = dump_in(folder)
    file.write_bytes(file.read_bytes()[:-1000])

    code, result = backup("drill", file)

    assert (code, "cannot be" in result) == (1, True), result


def test_one_that_fails_says_so_and_leaves_nothing(app, backup, folder, tmp_path, change_settings, config):
    nowhere = {"sqlite": f"sqlite:///{tmp_path}/none/there.db"}.get(
        config.database_url.split(":")[0],
        "postgresql+psycopg://app@127.0.0.1:1/none",
    )
    change_settings(migration_database_url=nowhere)

    code, _told = backup("make")

    assert (code, list(folder.iterdir())) == (1, [])


@pytest.mark.only_on("postgresql")
def test_a_role_that_may_not_create_databases_is_named_with_the_right_it_lacks(
    backup, folder, crashing, address, change_settings
):
    postgres.run(crashing.root, "CREATE ROLE plain LOGIN")
    backup("make")
    change_settings(
        migration_database_url=postgres.url(crashing.root, make_url(address).database or "", "plain")
    )

    code, result = backup("drill", dump_in(folder))

    assert (code, "ALTER ROLE plain CREATEDB" in result) == (1, True), result


def test_old_ones_are_deleted_and_other_files_are_not(backup, folder, clock):
    (folder / "notes.txt").write_text("ours")
    for _night in range(9):
        assert backup("make")[0] == 0
        clock.advance(hours=24)

    names = {path.name for path in folder.iterdir()}
    assert "notes.txt" in names
    assert len(names) == 1 + 2 * 8


def test_attachments_are_restored_with_the_database_that_names_them(app, client, config, backup, folder):
    assert client.post("/api/email/career", json=an_application(PDF)).status_code == 200
    (attachments := Path(config.attachments)).joinpath("notes.txt").write_text("no attachment")

    assert backup("make")[0] == 0
    for lost in attachments.iterdir():
        lost.unlink()
    [archive] = folder.glob("*.attachments.tar.gpg")
    code, result = backup("drill", dump_in(folder))

    assert (code, "1 enquiry files." in result) == (0, True), result
    assert archive.stat().st_mode & 0o777 == 0o600
    assert PDF not in archive.read_bytes()
    assert app.test_cli_runner().invoke(args=["audit"]).exit_code == 1  # they are lost here


def test_objects_of_a_bucket_are_restored_as_files_of_a_folder(app, client, change_settings, backup, folder):
    with a_bucket() as bucket:
        change_settings(attachments=ADDRESS)
        assert client.post("/api/email/career", json=an_application(PDF)).status_code == 200

        assert backup("make")[0] == 0
        bucket.delete(*bucket.objects())
        code, result = backup("drill", dump_in(folder))
        assert (code, "1 enquiry files." in result) == (0, True), result

        bucket.stop()
        assert backup("make")[0] == 1
        assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("harm", ["lost", "damaged"])
def test_a_backup_without_its_attachments_fails_the_drill(client, backup, folder, harm):
    assert client.post("/api/email/career", json=an_application(PDF)).status_code == 200
    backup("make")
    [archive] = folder.glob("*.attachments.tar.gpg")
    if harm == "lost":
        archive.unlink()
    else:
        archive.write_bytes(archive.read_bytes()[:-200])

    assert backup("drill", dump_in(folder))[0] == 1


def test_without_the_folder_of_attachments_there_is_no_backup(config, backup, folder):
    Path(config.attachments).write_text("no folder")
    try:
        code, result = backup("make")
    finally:
        Path(config.attachments).unlink()

    assert (code, list(folder.iterdir())) == (1, []), result
    assert "LOYALTY_ATTACHMENTS" in result


def test_what_somebody_left_in_the_folder_is_not_followed_and_stops_no_backup(
    backup, folder, clock, tmp_path
):
    (other := tmp_path / "other").write_text("ours")
    names = [f"loyalty-20260314T040000Z.{ending}.gpg" for ending in ("dump", "db")]
    for link in (*names, *(f".{name}.unfinished" for name in names), "loyalty-20200101T000000Z.db.gpg"):
        (folder / link).symlink_to(other)
    (folder / "loyalty-20269999T000000Z.db.gpg").write_text("no date")
    (folder / "loyalty-20190101T000000Z.db.gpg").mkdir()

    code, result = backup("make")

    assert code == 0, result
    assert other.read_text() == "ours"
    [made] = [path for path in folder.iterdir() if path.name in names and not path.is_symlink()]
    assert made.stat().st_mode & 0o777 == 0o600
