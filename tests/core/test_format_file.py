"""What a file is before any format reads it: its text, its JSON, its table, the day in its name."""

from __future__ import annotations

import csv
import gzip
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.problems import UserError
from modelspan.formats.file import LARGEST, File, unpacked

TABLE = "Model,Ends\ngpt-é,2026-01-02\n"
ROW = {"Model": "gpt-é", "Ends": "2026-01-02"}


def table(text: str) -> File:
    return File("a.csv", text.encode())


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)  # fmt: skip
def test_a_table_in_any_encoding_is_the_same(encoding: str) -> None:
    assert File("a.csv", TABLE.encode(encoding)).rows == [ROW]


def test_utf_16_with_the_large_end_first_has_a_mark_too() -> None:
    assert File("a.csv", b"\xfe\xff" + TABLE.encode("utf-16-be")).rows == [ROW]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_any_sign_and_any_end_of_line_divides_alike(sign: str, end: str) -> None:
    assert table(TABLE.replace(",", sign).replace("\n", end)).rows == [ROW]


def test_the_sign_is_the_one_the_rows_agree_on() -> None:
    assert table('A, of b, c;B\n"1;2";x\n3;y\n').rows == [
        {"A, of b, c": "1;2", "B": "x"},
        {"A, of b, c": "3", "B": "y"},
    ]
    assert table("A;B, in USD\n1,5;2\n").header == ["A", "B, in USD"]


def test_what_excel_writes_before_a_table_names_the_sign() -> None:
    file = table("sep=;\nA;B,C\n1;2\n")
    assert file.header == ["A", "B,C"]
    assert file.numbered == [(3, {"A": "1", "B,C": "2"})]


@pytest.mark.parametrize(
    ("text", "header"),
    [("", []), ("\n \n", []), ("A,B", ["A", "B"]), ("A,B\n", ["A", "B"]), ("\n\n A , B \n1\n", ["A", "B"])],
)
def test_the_header_is_there_without_rows(text: str, header: list[str]) -> None:
    assert table(text).header == header


def test_a_short_row_has_all_columns_and_a_long_one_keeps_what_is_beyond() -> None:
    file = table("A,B\n1\n1,2,3,,5,,\n1,2,,\n")
    assert file.header == ["A", "B"]
    assert file.rows == [
        {"A": "1", "B": ""},
        {"A": "1", "B": "2", "column 3": "3", "column 4": "", "column 5": "5"},
        {"A": "1", "B": "2"},
    ]


def test_columns_of_one_name_and_of_none_are_told_apart() -> None:
    file = table("A,A,,column 3,A (2)\n1,2,3,4,5\n")
    assert file.header == ["A", "A (2)", "column 3", "column 3 (2)", "A (2) (2)"]
    assert list(file.rows[0].values()) == ["1", "2", "3", "4", "5"]


def test_rows_are_numbered_as_a_spreadsheet_counts() -> None:
    assert [number for number, _ in table('A,B\n\n1,"x\ny"\n , \n2,z\n').numbered] == [3, 5]


def test_a_cell_of_a_whole_article_is_read() -> None:
    words = "word " * 40_000
    assert table(f'A,B\n1,"{words}"\n').rows == [{"A": "1", "B": words.strip()}]


def test_a_zero_byte_is_nothing() -> None:
    assert table("A,B\n1\0\0,2\0\n").rows == [{"A": "1", "B": "2"}]


def test_a_quote_never_closed_is_told_and_not_read_over() -> None:
    file = table('A,B\n1,2\n3,"4\n5,6\n')
    with pytest.raises(UserError, match=r"^a.csv cannot be read as a table: .* in row 3 is never closed; close it\.$"):
        _ = file.rows
    assert file.header == ["A", "B"]
    assert file.first_rows(9) == [{"A": "1", "B": "2"}]
    assert table('"A,B\n1,2\n').header == []


def test_json_keeps_decimals_as_printed_and_knows_no_nan() -> None:
    assert File("a", b'{"a": 2.0000000000000002e-07, "b": NaN, "c": 7}').json == {
        "a": "2.0000000000000002e-07", "b": None, "c": 7,
    }  # fmt: skip
    assert File("a", b"[" * 200_000).json is None
    assert File("a", b"{").json is None


@pytest.mark.parametrize(
    ("text", "value"),
    [(r"\ud800", "\ufffd"), (r"\uDC00x", "\ufffdx"), (r"\ud83d\ude00", "\U0001f600"), (r"\\ud800", r"\ud800"),
     (r"\\\ud800", "\\\ufffd"), (r"\ud83d\ud83d\ude00", "\ufffd\U0001f600"), (r"\ud7ff", "\ud7ff")],
)  # fmt: skip
def test_half_a_character_is_none_that_a_store_could_hold(text: str, value: str) -> None:
    assert File("a", f'"{text}"'.encode()).json == value


@pytest.mark.parametrize(
    ("name", "vintage"),
    [("prices_2026-08-21.json", "2026-08-21"), ("epoch_2025-11.csv", "2025-11"), ("a12026-08-21.csv", ""), ("a", "")],
)
def test_the_day_in_a_name(name: str, vintage: str) -> None:
    assert File(name, b"").vintage == vintage


def test_gzip_is_unpacked_and_loses_its_ending() -> None:
    file = unpacked("a.json.gz", gzip.compress(b"[1]", mtime=0))
    assert (file.name, file.json) == ("a.json", [1])


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"x" * 999, mtime=0)[:-9],
        gzip.compress(b"x" * 999, mtime=0)[:10] + b"\xff" * 20,
        b"\x1f\x8bjunk",
        b"\x1f\x8b",
    ],
)
def test_a_broken_gzip_is_one_sentence(data: bytes) -> None:
    with pytest.raises(UserError, match=r"^a.gz is packed with gzip but broken: .*; download it again\.$"):
        unpacked("a.gz", data)


def test_a_gzip_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modelspan.formats.file.LARGEST", 1_000_000)
    with pytest.raises(UserError, match=r"unpacks to more than 1 MB; that is no list of models\.$"):
        unpacked("a.gz", gzip.compress(b"0" * 1_000_001, mtime=0))
    assert LARGEST > 1_000_000


cells = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8).map(str.strip)


@settings(deadline=None)
@given(st.lists(st.lists(cells, min_size=2, max_size=4), max_size=5), st.sampled_from(",;\t"))
def test_what_csv_writes_is_read_back(rows: list[list[str]], sign: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=sign, quoting=csv.QUOTE_ALL)
    writer.writerow(["A", "B", "C", "D"])
    writer.writerows(rows)
    kept = [[*row, "", ""][:4] for row in rows if any(row)]
    assert [list(row.values()) for row in table(out.getvalue()).rows] == kept


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_file(data: bytes) -> None:
    try:
        file = unpacked("a", data)
        assert file.header == file.header
        assert file.json is None or file.json is not None
        assert len(file.rows) <= len(file.text)
    except UserError:
        return  # which is one sentence, as above
