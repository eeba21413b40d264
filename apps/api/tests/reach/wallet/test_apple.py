"""Passes for Apple Wallet: what is in them, their signature, and the links to them."""

import json
import subprocess
from hashlib import sha1
from io import BytesIO

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from PIL import Image
from sqlalchemy import text

from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.rules.people import LANGUAGES
from support.factories import AMIR, a_member
from support.wallet_authority import PASS_TYPE, TEAM, authority
from support.wallet_steps import document, fields, opened

pytestmark = pytest.mark.databases_differ


def test_the_card_shows_points_tier_and_when_and_has_the_code_that_the_counter_reads(
    download, member, database, clock
):
    answer = download()
    assert (answer.status_code, answer.mimetype) == (200, "application/vnd.apple.pkpass")
    assert answer.headers["Cache-Control"] == "no-store"
    shown = document(answer.data)
    assert (shown["passTypeIdentifier"], shown["teamIdentifier"]) == (PASS_TYPE, TEAM)
    assert shown["webServiceURL"] == "http://localhost:4200/api/apple"
    assert len(shown["authenticationToken"]) >= 16
    said = fields(shown)
    assert said["points"] == 700
    assert said["tier"] == "Basic"
    assert said["as_of"] == "2026-03-14T12:00:00+08:00"
    with database.bound():
        code = records.get_member(current_session(), member).member_code
    assert [each["message"] for each in shown["barcodes"]] == [code]
    assert "Aisyah" not in opened(answer.data)["pass.json"].decode()


def test_openssl_accepts_the_signature_and_refuses_it_for_another_manifest(download, tmp_path):
    files = opened(download().data)
    for name in ("manifest.json", "signature"):
        (tmp_path / name).write_bytes(files[name])
    assert files["manifest.json"] not in files["signature"]  # it is detached
    root = tmp_path / "root.pem"
    root.write_bytes(authority().root.public_bytes(Encoding.PEM))

    def verify() -> subprocess.CompletedProcess[bytes]:
        line = "openssl smime -verify -binary -inform DER -in signature -content manifest.json"
        command = [*line.split(), "-CAfile", str(root), "-purpose", "any"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)  # noqa: S603

    verified = verify()
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout == files["manifest.json"]
    (tmp_path / "manifest.json").write_bytes(files["manifest.json"].replace(b"pass.json", b"pass.jsom"))
    assert verify().returncode != 0


def test_the_manifest_names_every_file_by_its_hash_and_no_other(download):
    files = opened(download().data)
    manifest = json.loads(files.pop("manifest.json"))
    del files["signature"]
    assert manifest == {name: sha1(content).hexdigest() for name, content in files.items()}  # noqa: S324


@pytest.mark.parametrize("brand", ["krua-bowl", "thong-cha"])
def test_the_pictures_have_the_sizes_that_apple_asks_for(download, brand):
    files = opened(download(brand=brand).data)
    sizes = {name: Image.open(BytesIO(files[name])).size for name in files if name.endswith(".png")}
    assert sizes == {
        **{"icon.png": (29, 29), "icon@2x.png": (58, 58), "icon@3x.png": (87, 87)},
        **{"logo.png": (50, 50), "logo@2x.png": (100, 100), "logo@3x.png": (150, 150)},
    }


def test_every_language_has_every_word_that_a_pass_names(download, claim, database):
    labels = set()
    for answer in (download(), download(claim(database, outlets=[1], min_spend="30.00"))):
        files = opened(answer.data)
        shown = document(answer.data)
        style = shown.get("storeCard") or shown["coupon"]
        labels |= {each["label"] for part in style.values() for each in part} | {shown["description"]}
    named = {f"{'zh-Hans' if each == 'zh' else each}.lproj/pass.strings" for each in LANGUAGES}
    assert named == {name for name in files if name.endswith("pass.strings")}
    words = {}
    for name in named:
        lines = files[name].decode().splitlines()
        assert all(line.startswith('"') and line.endswith('";') for line in lines)
        words[name] = dict(line[1:-2].split('" = "') for line in lines)
        assert labels <= set(words[name])
    assert len({tuple(each) for each in words.values()}) == 1
    assert len({each["points"] for each in words.values()}) == len(LANGUAGES)


def test_a_voucher_names_its_end_its_outlets_and_the_page_but_no_code(clock, download, claim, database):
    voucher = claim(database, title="Thai Milk Tea", outlets=[1], min_spend="30.00", valid_days=30)
    answer = download(voucher)
    shown, said = document(answer.data), fields(document(answer.data))
    assert said["voucher"] == "Thai Milk Tea"
    assert said["state"] == "state.open"
    assert said["ends"].startswith("2026-04-13T00:00:00")
    assert said["min_spend"] == 30
    with database.bound():
        outlet = current_session().scalar(text("SELECT name FROM outlets WHERE id = 1"))
        code = current_session().scalar(text("SELECT code FROM vouchers"))
    assert said["outlets"] == outlet
    assert said["page"] == f"http://localhost:4300/reward/{voucher}"
    assert "barcodes" not in shown
    assert code not in opened(answer.data)["pass.json"].decode()
    assert shown["expirationDate"] == "2026-04-14T00:00:00+08:00"
    assert "voided" not in shown


def test_a_member_has_one_card_and_it_takes_the_brand_that_was_asked_last(download):
    first, second = document(download().data), document(download(brand="thong-cha").data)
    assert first["serialNumber"] == second["serialNumber"]
    assert (first["logoText"], second["logoText"]) == ("Krua Bowl", "Thong Cha")
    assert first["backgroundColor"] != second["backgroundColor"]


def test_a_link_is_good_for_two_minutes_and_only_as_it_was_made(as_member, member, clock, client):
    wanted = {"wallet": "apple", "brand": "krua-bowl"}
    url = as_member(member).post(f"/api/member/{member}/walletPass", json=wanted).json["url"]
    assert client.get(f"{url}x").json["code"] == "link_over"
    clock.advance(seconds=119)
    assert client.get(url).status_code == 200
    clock.advance(seconds=1)
    assert (client.get(url).status_code, client.get(url).json["code"]) == (404, "link_over")


def test_another_members_voucher_and_one_that_has_ended_have_no_pass(app, as_member, member, claim, database):
    voucher = claim(database)
    other = a_member(database)
    wanted = {"wallet": "apple", "brand": "krua-bowl", "voucherId": voucher}
    assert as_member(other).post(f"/api/member/{other}/walletPass", json=wanted).status_code == 404
    with database.bound():
        code = current_session().scalar(text("SELECT code FROM vouchers"))
    with app.app_context():
        office_vouchers.cancel_voucher(code, AMIR)
    answer = as_member(member).post(f"/api/member/{member}/walletPass", json=wanted)
    assert (answer.status_code, answer.json["code"]) == (409, "voucher_ended")


def test_the_mini_program_is_told_which_wallets_there_are(client):
    assert client.get("/api/wallet").json == {"walletList": ["apple", "google"]}


def test_the_export_has_the_passes_and_the_devices_without_their_tokens(as_member, member, download, device):
    phone = device("phone")
    shown = phone.add(download().data, "")
    assert phone.register(shown, "secret-push-token") == 201
    answer = as_member(member).get(f"/api/member/{member}/export")
    records = answer.json["records"]
    assert [each["serial"] for each in records["walletPasses"]] == [shown["serialNumber"]]
    assert [each["device"] for each in records["walletDevices"]] == ["phone"]
    assert "secret-push-token" not in answer.text


def test_what_was_cached_of_no_member_is_in_the_files_of_another(download, as_member, database):
    """Pictures and words are kept between passes; what says whose a pass is is not."""
    other = a_member(database, earned=123)
    wanted = {"wallet": "apple", "brand": "krua-bowl"}
    url = as_member(other).post(f"/api/member/{other}/walletPass", json=wanted).json["url"]
    mine, theirs = document(download().data), document(as_member(other).get(url).data)
    assert fields(theirs)["points"] == 123
    for name in ("serialNumber", "authenticationToken", "barcodes"):
        assert mine[name] != theirs[name]
    with database.bound(), transaction() as db:
        assert db.scalar(text("SELECT count(*) FROM wallet_passes")) == 2
