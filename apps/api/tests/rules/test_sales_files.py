"""Files of sales as tills and spreadsheets write them; the next one is a line of FILES."""

from datetime import date, datetime, time
from io import BytesIO

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

from loyalty.rules.sales_files import (
    DayOrder,
    Layout,
    Meaning,
    NoTable,
    Sale,
    guessed,
    needs_order,
    read_table,
    readings,
)
from loyalty.rules.sales_files import read_sales as read_table_of_sales

OUTLETS = {
    1: "Krua Bowl, Publika",
    2: "Krua Bowl, KLIA 2",
    17: "Thong Tea, Mid Valley",
    18: "Thong Tea, Valley",
}


def read_sales(text, day_order=None):
    """The sales and the unreadable lines of a CSV whose headings say what they mean."""
    table = read_table(text.encode())
    found = read_table_of_sales(table, Layout(guessed(table.headings), None, day_order), OUTLETS)
    return list(found.sales), list(found.unreadable)


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
    "short headings of a till": EXCEL.replace(HEAD, "Branch,Receipt No,Net Sales,Trx Date"),
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
        f"{HEAD}\n1,A,45.90,31/11/2026\n\n1,B,45.90,27/11/2026\nTotal,,45.90,\n1,C,,"
    )
    assert [sale.receipt for sale in sales] == ["B"]
    assert [line for line, _ in unreadable] == [2, 6]


@pytest.mark.parametrize(
    ("written", "outlet"),
    [
        ("1", 1),
        ("Publika", 1),
        ("krua bowl publika", 1),
        ("KLIA", 2),
        ("17 Mid Valley", 17),
        ("17 Publika", None),
        ("Mid Valley", 17),
        ("Valley", 18),
        ("Thong Tea", None),
        ("99", None),
        ("Paradise", None),
    ],
)
def test_an_outlet_is_named_by_number_or_name_or_refused(written, outlet):
    sales, unreadable = read_sales(f"{HEAD}\n{written},A,45.90,2026-11-27\n")
    assert [sale.outlet_id for sale in sales] == ([] if outlet is None else [outlet])
    assert len(unreadable) == (1 if outlet is None else 0)


def test_days_that_can_be_read_in_two_ways_are_asked_about():
    text = f"{HEAD}\n1,A,45.90,05/11/2026\n"
    table = read_table(text.encode())
    assert needs_order(table, guessed(table.headings))
    assert read_sales(text)[0] == []
    assert [sale.day for sale in read_sales(text, DayOrder.DAY_FIRST)[0]] == [date(2026, 11, 5)]
    assert [sale.day for sale in read_sales(text, DayOrder.MONTH_FIRST)[0]] == [date(2026, 5, 11)]


def test_a_workbook_of_a_till_is_read_below_its_title_without_void_sales():
    book = Workbook()
    sheet = book.active
    for row in (
        ["Laporan Jualan"],
        [],
        ["Tarikh", "Masa", "No. Resit", "Cawangan", "Jumlah (RM)", "Status"],
        [datetime(2026, 11, 27, 19, 21), time(19, 21), "JT-1", "Publika", 57.4, "OK"],
        [datetime(2026, 11, 27), time(13, 12), "JT-2", 1, "RM 1,234.50", "OK"],
        ["26/11/2026", "20:02", 1003, "KLIA 2", 45.9, "VOID"],
        ["26/11/2026", "20:02", 1004, "KLIA 2", 45.9, "OK"],
        [None, None, None, "Total", "=SUM(E4:E7)", None],
    ):
        sheet.append(row)
    content = BytesIO()
    book.save(content)
    table = read_table(content.getvalue())
    meanings = guessed(table.headings)
    assert meanings == (
        Meaning.DAY,
        Meaning.NONE,
        Meaning.RECEIPT,
        Meaning.OUTLET,
        Meaning.AMOUNT,
        Meaning.STATUS,
    )
    found = read_table_of_sales(table, Layout(meanings), OUTLETS)
    assert list(found.sales) == [
        Sale(4, 1, DAY, "JT-1", 5740),
        Sale(5, 1, DAY, "JT-2", 123450),
        Sale(7, 2, date(2026, 11, 26), "1004", 4590),
    ]
    assert (found.unreadable, found.left_out) == ([], 2)


@pytest.mark.parametrize("epoch", [WINDOWS_EPOCH, MAC_EPOCH])
def test_what_the_cells_of_a_workbook_show_is_read(epoch):
    book = Workbook()
    book.epoch = epoch
    for row in (
        ["Date", "Moment", "Time", "Receipt", "Amount", "Sum", "Thousand", "Text", "Empty", "Void"],
        [],
        [
            date(2026, 11, 27),
            datetime(2026, 11, 27, 19, 21),
            time(19, 21),
            20261127000123,
            45.9,
            0.1 + 0.2,
            1e3,
            " JT-1 ",
            None,
            True,
        ],
    ):
        book.active.append(row)
    content = BytesIO()
    book.save(content)
    [(line, cells)] = read_table(content.getvalue()).rows
    assert (line, cells[:3]) == (3, ["2026-11-27", "2026-11-27 19:21:00", "19:21:00"])
    assert cells[3:] == ["20261127000123", "45.9", "0.3", "1000", "JT-1", "", "True"]


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0\x00\x10JFIF", b"PK\x03\x04 no workbook"])
def test_what_is_no_table_is_refused_in_a_sentence(content):
    with pytest.raises(NoTable):
        read_table(content)


def test_a_workbook_with_two_cells_far_apart_is_refused():
    book = Workbook()
    book.active["A1"], book.active["XFD1048576"] = "Receipt", "1"
    content = BytesIO()
    book.save(content)
    with pytest.raises(NoTable):
        read_table(content.getvalue())


def test_a_value_is_read_as_its_column_would_mean_it():
    def read_as(value, *others):
        return {
            (each.meaning.value, each.day_order): each.text
            if each.problem is None
            else each.problem.code.value
            for each in readings(value, [value, *others], OUTLETS)
        }

    assert read_as("27/11/2026")["day", None] == "2026-11-27"
    both = read_as("05/11/2026", "06/11/2026")
    assert (both["day", "dmy"], both["day", "mdy"]) == ("2026-11-05", "2026-05-11")
    amount = read_as("RM 1,234.5")
    assert (amount["amount", None], amount["day", None]) == ("1234.50", "not_a_day")
    assert read_as("12,50")["amount", None] == "not_a_sum"
    assert [read_as(each)["status", None] for each in ("VOID", "OK", "maybe")] == [
        "void",
        "paid",
        "unknown_sale_status",
    ]
