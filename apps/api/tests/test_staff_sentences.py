"""Every sentence that the API says to the staff has a text in the staff app, which translates by its words.

The app finds a translation by the English sentence (apps/staff/src/page/refusals.ts), so the sentences of the
source have to stand in its texts, with open places where the source fills something in.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import loyalty
from cases import case
from loyalty.backoffice.programme import file as programme_file
from loyalty.backoffice.programme.file import check
from loyalty.backoffice.programme.programme import IN_CONTENT
from loyalty.rules.bills import Waits
from loyalty.rules.sales_files import MissingColumns, read_sales

SOURCE = Path(loyalty.__file__).parent
TEXTS = SOURCE.parents[3] / "apps/staff/src/texts/en/refusals.json"
PHONE_TEXTS = SOURCE.parents[3] / "libs/ui/src/texts/en/phone-problems.json"

# Whose sentences a call below /api/staff can answer. What only members, tills of other makers or the command
# line read is in the list below, by its words.
FOR_STAFF = [
    "http/api.py",
    "http/staff_auth.py",
    "http/schemas.py",
    "http/idempotency.py",
    "rules/bills.py",
    "rules/independence.py",
    "rules/people.py",
    "rules/phone.py",
    "rules/rewards.py",
    "rules/signing.py",
    "rules/staff.py",
    "rules/voucher_codes.py",
    "backoffice",
    "features/content/documents.py",
    "features/content/images.py",
    "features/content/schemas.py",
    "features/enquiries/inbox.py",
    "features/outlets",
    "features/points/bill_lists.py",
    "features/points/bills.py",
    "features/points/ledger.py",
    "features/rewards/offline.py",
    "features/rewards/vouchers.py",
    "features/till",
    "reach/broadcasts",
    "reach/webhooks",
]
NOT_FOR_STAFF = {
    "of a build or the command line": {
        "LOYALTY_STAFF_ORIGIN is empty: there is no staff app to invite to.",
        "Several people have this name: write {}.",
        "This comes from the same login, {}: another operator has to decide, from a login of their own. "
        "A name given with --by makes no second person.",
        "Please keep your name and login to {} characters.",
        "A moment needs its zone, such as Z or +08:00.",
    },
    "of mails to the staff, which are in English": {
        "{} gave you the role {} in the staff app. If you do not expect this, tell head office.",
        "A passkey was added to your account in the staff app {}, by an invitation of {}. "
        "If that was not you, tell head office at once.",
    },
    "of the notices about a breach, which are in English and Malay by law": {
        "This is more than {}: a breach of significant scale.",
        "This is not more than {}.",
    },
    "of a script: the app always sends JSON": {
        "The body should be JSON (Content-Type: application/json).",
    },
    "of members": {
        "This reward is not available for claiming at the moment.",
        "Your claim is currently being processed. Please wait for confirmation.",
        "This reward is for members of a higher tier.",
        "You have claimed this reward as often as you can.",
        "This reward has been fully claimed.",
    },
    "of tills of other makers": {
        "This is the key of a tablet: bills and vouchers need the cashier at it.",
        "Name a member by code, or by callingCode and mobileNumber.",
    },
    "of others who fetch events": {
        "The feed of events needs its key.",
        "Events behind {} are no longer kept. The oldest is {}.",
    },
    "a part of one of WHOLE": {
        "This PIN is wrong. {}.",
        "{} has {} this already.",
        "{} names outlet {}, which there is not.",
        "{} was claimed {}: its {} stays. Give a new one an id.",
        "{} points, {} today's {}.",
        "Tier {}: {} points a ringgit, {} today's {}.",
        "{} 0 is no limit: one stolen key gives out points without end.",
        "{} RM {}, {} today's RM {}.",
        "{}: change the notice in every language, and LOYALTY_NOTICE_VERSION, or this.",
        "This bill is larger than a till may confirm.",
        "This till has confirmed as much today as it may.",
        "This member's bills of today are more than tills may confirm.",
        "This bill needs a second person.",
        "{} The office will confirm it, and the points follow then.",
        "{} If that is wrong, take that bill back first.",
        "Receipt {} was recorded {} {}.",
    },
}
# Sentences that the source puts together, as they are said.
WHOLE = [
    "This PIN is wrong. 1 try is left.",
    "This PIN is wrong. 3 tries are left.",
    "Siti has approved this already.",
    "Siti has refused this already.",
    "On 24 November 2026 you invited the person whom this comes from. "
    "Somebody independent of both of you has to decide.",
    "Reward 3 names outlet 99, which there is not.",
    "Reward 3 was claimed once: its cost stays. Give a new one an id.",
    "Reward 3 was claimed 1,200 times: its cost stays. Give a new one an id.",
    "Reward 3: 900 points, 3 times today's 300.",
    # Of a file with mistakes, and of a log that was changed.
    "id 7 is taken by the one at number 2.",
    "and 3 more.",
    "the office log has no chain",
    "entry 7 of the office log is not in its chain",
    "entries are missing from the office log before entry 7",
    "what stands in the office log before entry 7 is not what was written there",
    "the office log ends with its entry 7, and 9 were written",
    "the newest entry of the office log is not what was written there",
    "the ends of the office log's chain are not what was written there",
    "Reward 3: it has no terms.",
    "Reward 3: it costs no points.",
    "Reward 3: it is active, and has ended already.",
    "Tier 2: 4.5 points a ringgit, 3 times today's 1.5.",
    "Settings: bill_limit 0 is no limit: one stolen key gives out points without end.",
    "Settings: bill_limit RM 3,000, 6 times today's RM 500.",
    "Settings: bill_limit RM 500 is never reached: till_day_limit is RM 300.",
    "Settings: inactive_months 12 is not what the privacy notice promises, erasure after 36: "
    "change the notice in every language, and LOYALTY_NOTICE_VERSION, or this.",
    # Of what a programme changes.
    "1 member of this tier",
    "1,200 members of this tier",
    "2 members would be warned by the next run, and erased 30 days later if unseen",
    "1 member now lacks the points",
    "2 members now have the points",
    "2 open vouchers stay as given",
    IN_CONTENT,
    *(each.sentence for each in Waits),
    *(
        f"Receipt A-1 was recorded at 14:10 {how}. If that is wrong, take that bill back first."
        for how in ("with RM 45.90", "for another member", "for a member")
    ),
]
# Files with mistakes; the staff app's test translates what is said of them (page/refusals.test.ts).
MISTAKES = case("file-mistakes")


def whole(row: dict[str, Any]) -> str:
    """The file of a row; where it says so, the last sign of it many times."""
    text: str = row["file"]
    return text + text[-1:] * (row.get("times", 1) - 1)


def why_file(row: dict[str, Any]) -> str:
    """The name of a row in pytest's output."""
    return repr(row["file"][:40])


# Their arguments are no sentences that anybody is refused with.
_SILENT = {"doc", "response", "alt_response", "arguments", "info", "warning", "error", "exception", "Counter"}


def _template(node: ast.JoinedStr | ast.Constant) -> str:
    """The text of a literal, `{}` where an f-string fills something in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(each.value if isinstance(each, ast.Constant) else "{}" for each in node.values)


# What the rules of the programme file say of a name, which the app reads behind that name.
FILE_RULES = ["backoffice/programme/file.py", "features/rewards/programme.py"]


def _sentences(path: Path, like: str = r'[A-Z{"][^\n]* [^\n]*[.?]') -> Iterator[str]:
    """The literals of a file that are whole sentences: they begin with a capital and end with a full stop."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    ignored: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            ignored.add(id(node.value))
        named = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if named in _SILENT or (isinstance(node, ast.keyword) and node.arg in ("metadata", "description")):
            ignored.update(id(each) for each in ast.walk(node))
        if isinstance(node, ast.JoinedStr):
            ignored.update(id(each) for each in ast.walk(node) if each is not node)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in ignored:
            text = _template(node)
            if re.fullmatch(like, text):
                yield text


def _files() -> Iterator[Path]:
    """The command line says the sentences of a programme file and of a signed head."""
    of_command_line = {SOURCE / "backoffice/log/head.py", SOURCE / "backoffice/programme/file.py"}
    for each in FOR_STAFF:
        path = SOURCE / each
        yield from set(path.rglob("*.py")) - of_command_line if path.is_dir() else [path]


def _known() -> list[re.Pattern[str]]:
    def patterns(texts: object) -> Iterator[re.Pattern[str]]:
        if isinstance(texts, dict):
            for each in texts.values():
                yield from patterns(each)
        else:
            yield re.compile("(.+)".join(re.escape(part) for part in re.split(r"\{\{\w+\}\}", str(texts))))

    both = (json.loads(path.read_text(encoding="utf-8")) for path in (TEXTS, PHONE_TEXTS))
    return [pattern for texts in both for group in texts.values() for pattern in patterns(group)]


def test_the_staff_app_can_translate_what_the_api_says_to_the_staff():
    known, exempt = _known(), set().union(*NOT_FOR_STAFF.values())
    untold = {
        f"{path.relative_to(SOURCE)}: {sentence}"
        for path in _files()
        for sentence in _sentences(path)
        if sentence not in exempt and not any(pattern.fullmatch(sentence) for pattern in known)
    }
    assert not untold, "\n".join(sorted(untold))


@pytest.mark.parametrize("sentence", WHOLE)
def test_a_sentence_of_parts_has_a_text(sentence):
    assert any(pattern.fullmatch(sentence) for pattern in _known())


def test_what_is_exempt_is_still_said():
    said = {sentence for path in _files() for sentence in _sentences(path)}
    assert set().union(*NOT_FOR_STAFF.values()) <= said


def test_what_is_wrong_with_a_programme_file_has_a_text():
    """`Line 34, reward 7: cost should be …`: the app translates what comes after the place by its words."""
    known = _known()
    said = {
        sentence for each in FILE_RULES for sentence in _sentences(SOURCE / each, r"[a-z][^\n]* [^\n]*\.")
    }
    assert len(said) > 15
    untold = {sentence for sentence in said if not any(each.fullmatch(f"cost {sentence}") for each in known)}
    # Its own sentence, in the table above.
    assert untold == {"and {} more."}


@pytest.mark.parametrize("row", MISTAKES["programme"], ids=why_file)
def test_a_programme_file_is_told_its_mistakes(row):
    programme, mistakes = check(whole(row))
    assert (programme, [each.message for each in mistakes]) == (None, row["mistakes"])


@pytest.mark.parametrize("row", MISTAKES["sales"], ids=why_file)
def test_a_file_of_sales_is_told_its_mistakes(row):
    try:
        said = [sentence for _, sentence in read_sales(whole(row))[1]]
    except MissingColumns as missing:
        said = [str(missing)]
    assert said == row["mistakes"]


def test_every_mistake_that_the_source_knows_is_among_the_cases():
    """The staff app's test translates the cases; so none of these sentences stays English."""
    cases = [mistake for rows in MISTAKES.values() for row in rows for mistake in row["mistakes"]]
    of_yaml = (*programme_file.YAML_PROBLEMS, *programme_file.YAML_BEGINNINGS)
    said = {sentence.replace(r"\1", "{}") for _, sentence in of_yaml} | {"it cannot be read here"}
    for each in FILE_RULES:
        said |= set(_sentences(SOURCE / each, r"(?:[a-z]|\{\}is |Line |The file |This )[^\n]* [^\n]*\."))
    of_sales = set(_sentences(SOURCE / "rules/sales_files.py", r'(?:"\{\}"|This |The file )[^\n]*\.'))
    missing = {
        sentence
        for sentence in said | of_sales
        if not any(
            re.search(re.escape(sentence.replace("{choices}", "{}")).replace(r"\{\}", ".*"), case)
            for case in cases
        )
    }
    # Only the command line cuts the list.
    assert missing == {"and {} more."}
