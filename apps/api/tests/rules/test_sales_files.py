"""Files of sales as tills and spreadsheets write them; the next one is a line of FILES."""

from __future__ import annotations

from datetime import date

import pytest

from loyalty.rules.sales_files import Sale, read_sales

HEAD = "outletId,receiptNumber,amount,paidAt"
EXCEL = f"{HEAD}\n2,S-001,45.9,27/11/2026\n2,S-002,1234.5,27/11/2026\n2,S-003,20,27/11/2026\n"
DAY = date(2026, 11, 27)
SOLD = [Sale(2, 2, DAY, "S-001", 4590), Sale(3, 2, DAY, "S-002", 123450), Sale(4, 2, DAY, "S-003", 2000)]
FILES: dict[str, str] = {
    "commas": EXCEL,
    "a byte order mark and CRLF, by Excel": "\ufeff" + EXCEL.replace("\n", "\r\n"),
    "CR alone, by an old Macintosh": EXCEL.replace("\n", "\r"),
    "tabs, Excel's Unicode text": EXCEL.replace(",", "\t"),
    "semicolons": EXCEL.replace(",", ";"),
    "semicolons and thousands": EXCEL.replace(",", ";").replace("1234.5", "RM 1,234.50"),
    "thousands in quotes": EXCEL.replace("1234.5", '"1,234.50"'),
    "RM, and a space that does not break": EXCEL.replace("45.9", "RM\xa045.90"),
    "a time without a zone": EXCEL.replace("27/11/2026", "27/11/2026 19:20"),
    "a time of twelve hours": EXCEL.replace("27/11/2026", "27/11/2026 7:20 PM"),
    "a year of two places": EXCEL.replace("27/11/2026", "27/11/26"),
    "dashes": EXCEL.replace("27/11/2026", "27-11-2026"),
    "ISO": EXCEL.replace("27/11/2026", "2026-11-27"),
    "ISO with a time and no zone": EXCEL.replace("27/11/2026", "2026-11-27 19:20:00"),
    "ISO in UTC": EXCEL.replace("27/11/2026", "2026-11-26T17:00:00Z"),
    "other columns between": EXCEL.replace("amount,", "Cashier,AMOUNT,")
    .replace("1,45.9", "1,Siti,45.9")
    .replace("2,1234.5", "2,Siti,1234.5")
    .replace("3,20", "3,Siti,20"),
}


@pytest.mark.parametrize("made", FILES)
def test_a_real_file_is_read(made):
    assert read_sales(FILES[made]) == (SOLD, [])


def test_a_line_that_names_the_separator_is_passed_over():
    sales, unreadable = read_sales(f"sep=;\n{EXCEL.replace(',', ';')}")
    assert ([(sale.line, sale.receipt) for sale in sales], unreadable) == (
        [(3, "S-001"), (4, "S-002"), (5, "S-003")],
        [],
    )


@pytest.mark.parametrize(
    ("amount", "sen"),
    [
        ("0", 0),
        ("0.5", 50),
        ("999999999.99", 99999999999),
        ("1,234", 123400),
        ("12,345,678.9", 1234567890),
        ("45,90", None),
        ("1.234,50", None),
        ("1,23.00", None),
        ("45.900", None),
        ("-45.90", None),
        ("045.90", None),
        ("RM", None),
        ("45.90 SGD", None),
        ("٤٥.٩٠", None),
    ],
)
def test_an_amount_is_read_or_refused_and_never_misread(amount, sen):
    sales, unreadable = read_sales(f'{HEAD}\n1,A,"{amount}",2026-11-27\n')
    assert [sale.amount_sen for sale in sales] == ([] if sen is None else [sen])
    assert len(unreadable) == (1 if sen is None else 0)


@pytest.mark.parametrize(
    "days", [("11/27/2026",), ("05/11/2026", "11/27/2026"), ("27/11/2026", "11/27/2026")]
)
def test_days_that_may_be_months_are_refused_in_the_whole_file(days):
    rows = "".join(f"1,A-{number},45.90,{day}\n" for number, day in enumerate(days))
    sales, unreadable = read_sales(f"{HEAD}\n{rows}")
    assert (sales, [line for line, _ in unreadable]) == ([], list(range(2, 2 + len(days))))


def test_lines_that_cannot_be_read_are_named_and_the_others_are_read():
    sales, unreadable = read_sales(
        f"{HEAD}\n1,A,45.90,31/11/2026\n\n1,B,45.90,27/11/2026\nTotal,,45.90,\n1,C"
    )
    assert [sale.receipt for sale in sales] == ["B"]
    assert [line for line, _ in unreadable] == [2, 5, 6]
