"""Pictures: those the database knows, as they are, and nothing else (SECURITY.md B8)."""

import subprocess
import sys
from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image

from loyalty.db.session import current_session, transaction
from loyalty.errors import Invalid, NotFound
from loyalty.features.content import images
from loyalty.features.content.images import MAX_SIDE
from support.factories import a_member, signed_in


def a_file(kind: str = "PNG", size: tuple[int, int] = (60, 40), **more) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "tomato").save(out, kind, **more)
    return out.getvalue()


@pytest.fixture
def kept(database):
    """Keep an uploaded file; returns its name and the picture."""

    def keeping(content: bytes, called: str = "treat.png") -> tuple[str, Image.Image]:
        with database.bound():
            pictures = images.in_widths(content, called)
            name = next(iter(pictures))
            with transaction() as db:
                images.keep_all(db, pictures)
            return name, Image.open(BytesIO(images.picture(current_session(), name).content))

    return keeping


def every_picture(app, client, database) -> list[tuple[str, str]]:
    """The address of each reward's picture, with the reward's title."""
    member = signed_in(app, a_member(database, earned=20_000))
    rewards = client.get("/api/reward").json["rewardList"]
    of_tiers = client.get("/api/membershipReward", headers=member).json["membershipRewardList"]
    found = [(each["title"], f"/api/content/{each['imageName']}") for each in rewards]
    return found + [(each["title"], f"/api/content-membership/{each['imageName']}") for each in of_tiers]


def test_every_reward_has_its_own_picture(app, client, database):
    pictures = every_picture(app, client, database)
    assert len({address for _, address in pictures}) == len(pictures) == 9
    for title, address in pictures:
        answer = client.get(address)
        assert (answer.status_code, answer.content_type) == (200, "image/webp"), title
        shown = Image.open(BytesIO(answer.data))
        assert (shown.format, shown.size) == ("WEBP", (600, 600))
        assert len(answer.data) <= 40 * 1024


def test_gifts_have_pictures_too(database):
    for called in ("welcome-voucher.webp", "referral-voucher.webp"):
        name = images.name_of(images.own_picture(called), called)
        with database.bound():
            assert images.picture(current_session(), name).content


def test_a_picture_is_kept_for_good_and_may_do_nothing(app, client, database):
    [_, address] = every_picture(app, client, database)[0]
    answer = client.get(address, headers=signed_in(app, a_member(database)))
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


NO_NAMES = [
    "../config.py",
    "..%2f..%2fconfig.py",
    "%2e%2e%2fconfig.py",
    "..%5cconfig.py",
    "%2fetc%2fpasswd",
    "/etc/passwd",
    "thai-milk-tea.webp",
    "thai-milk-tea.webp%00",
    "%00",
    "CON",
    "nul.webp",
    "x" * 300,
    "unknown-0123456789ab.webp",
    "unknown-0123456789ab.webp%0a",
    "unknown-0123456789ab.svg",
    "ｔｅａ-0123456789ab.webp",
    "%",
]


@pytest.mark.parametrize("folder", ["content", "content-membership"])
def test_only_names_that_the_database_knows_are_answered(client, folder, subtests):
    for name in NO_NAMES:
        with subtests.test(name=name):
            answer = client.get(f"/api/{folder}/{name}")
            assert (answer.status_code, answer.json["code"]) == (404, "not_found")
            assert answer.headers["Cache-Control"] == "no-store"


def test_a_picture_is_written_anew_without_what_else_its_file_held(kept):
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    exif[0x0112] = 6  # lying on its side
    name, picture = kept(a_file("JPEG", exif=exif) + b"<script>alert(1)</script>", "treat.jpg")
    assert name.startswith("treat-")
    assert (picture.format, picture.size) == ("WEBP", (40, 60))
    assert not picture.getexif()


def test_a_large_picture_shrinks_and_glass_stays_glass(kept):
    _, picture = kept(a_file(size=(4000, 2000)))
    assert picture.size == (MAX_SIDE, MAX_SIDE // 2)
    out = BytesIO()
    Image.new("RGBA", (20, 20), (255, 0, 0, 90)).save(out, "PNG")
    assert kept(out.getvalue())[1].mode == "RGBA"


def test_the_same_file_is_the_same_picture_and_another_has_another_name(kept):
    assert kept(a_file())[0] == kept(a_file())[0]
    assert kept(a_file())[0] != kept(a_file(size=(61, 40)))[0]


@pytest.mark.parametrize(
    ("content", "called"),
    [
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "evil.svg"),
        (lambda: b"<svg/>", "evil.png"),
        (lambda: b"", "empty.png"),
        (lambda: b"MZ", "program.png"),
        (lambda: a_file()[:40], "torn.png"),
        (lambda: a_file("GIF"), "moving.gif"),
        (lambda: a_file(size=(4000, 4001)), "wide.png"),
        (lambda: a_file(size=(16_000_001, 1)), "line.png"),
        (lambda: a_file() + b"\0" * 10 * 1024 * 1024, "heavy.png"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_picture_is_refused_by_name(kept, content, called):
    with pytest.raises(Invalid) as refused:
        kept(content(), called)
    assert called in refused.value.message


@pytest.mark.parametrize("size", [(4000, 4000), (4032, 3024), (16_000_000, 1)])
def test_a_telephones_picture_is_read(size):
    content = BytesIO()
    Image.new("1", size).save(content, "PNG")
    assert len(images.in_widths(content.getvalue(), "treat.png")) >= 1


PEAK = """
import resource, sys
from io import BytesIO
from pathlib import Path
from PIL import Image
from loyalty.features.content import images

def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

small = BytesIO()
Image.new("RGB", (60, 40)).save(small, "PNG")
images.in_widths(small.getvalue(), "small.png")
for place in sys.argv[1:]:
    before = peak_mb()
    images.in_widths(Path(place).read_bytes(), "large.png")
    print(peak_mb() - before)
"""


def test_the_largest_picture_takes_a_few_times_its_pixels_of_memory(tmp_path):
    """A small file may be a large picture: four bytes for each of 16 million pixels, and not five copies."""
    large = [tmp_path / mode for mode in ("1", "RGB", "LA", "RGBA")]
    for place in large:
        Image.new(place.name, (4000, 4000)).save(place, "JPEG" if place.name == "RGB" else "PNG")
    # By a shell that forks: a process that is begun by this one has its peak from the start.
    command = ["sh", "-c", '"$0" -c "$@"; exit $?', sys.executable, PEAK, *map(str, large)]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603
    assert sum(map(int, done.stdout.split())) < 3 * 64


def test_no_file_of_the_machine_is_a_picture(database):
    for called in ("../service.py", "/etc/passwd", "..", "none.webp"):
        with pytest.raises(Invalid):
            images.own_picture(called)
    with database.bound(), pytest.raises(NotFound):
        images.picture(current_session(), "pictures/thai-milk-tea.webp")


def test_the_pictures_of_the_package_are_small():
    folder = files("loyalty.features.content") / "pictures"
    sizes = {each.name: len(each.read_bytes()) for each in folder.iterdir()}
    assert len(sizes) == 11
    assert max(sizes.values()) <= 40 * 1024


def display_p3() -> bytes:
    """A profile of the colours of a telephone's screen: ICC 2, three primaries and the curve of gamma 2.2."""

    def fixed(*values: float) -> bytes:
        return b"".join(round(value * 65536).to_bytes(4, signed=True) for value in values)

    curve = b"curv" + bytes(4) + (1).to_bytes(4) + round(2.2 * 256).to_bytes(2) + bytes(2)
    tags = {
        b"desc": b"desc" + bytes(4) + (3).to_bytes(4) + b"P3\0" + bytes(78),
        b"cprt": b"text" + bytes(4) + b"none\0\0\0\0",
        b"wtpt": b"XYZ " + bytes(4) + fixed(0.9642, 1, 0.8249),
        b"rXYZ": b"XYZ " + bytes(4) + fixed(0.51512, 0.2412, -0.00105),
        b"gXYZ": b"XYZ " + bytes(4) + fixed(0.29198, 0.69225, 0.04189),
        b"bXYZ": b"XYZ " + bytes(4) + fixed(0.1571, 0.06657, 0.78407),
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    table, data = len(tags).to_bytes(4), b""
    start = 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        table += name + (start + len(data)).to_bytes(4) + len(content).to_bytes(4)
        data += content
    head = (start + len(data)).to_bytes(4) + b"lcms" + bytes([2, 16, 0, 0]) + b"mntrRGB XYZ " + bytes(12)
    head += b"acsp" + bytes(28) + fixed(0.9642, 1, 0.8249)
    return head.ljust(128, b"\0") + table + data


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_the_colours_of_a_telephone_are_those_of_the_web(kept, kind):
    out = BytesIO()
    colour = (200, 100, 60)
    Image.new("RGB", (60, 40), colour).save(out, kind, icc_profile=display_p3())
    _, shown = kept(out.getvalue())
    assert shown.convert("RGB").getpixel((20, 20)) == pytest.approx((215, 93, 47), abs=6)
    Image.new("RGB", (60, 40), colour).save(out := BytesIO(), kind, icc_profile=b"damaged")
    _, shown = kept(out.getvalue())
    assert shown.convert("RGB").getpixel((20, 20)) == pytest.approx(colour, abs=6)
