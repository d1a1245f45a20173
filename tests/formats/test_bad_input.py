"""Bad input is normal input: one line, FILE:LINE:COLUMN: what is wrong; what would be right."""

from __future__ import annotations

import re

import pytest

from nonoforge.errors import InputError
from nonoforge.formats import loads

NON = b"width 3\nheight 2\nrows\n1\n3\ncolumns\n1\n2\n1\n"
XML = (b'<puzzle defaultcolor="black">\n<clues type="rows">\n<line><count>1</count></line>\n'
       b'</clues>\n<clues type="columns">\n<line><count>1</count></line>\n</clues>\n</puzzle>\n')
NONO = (b'{"nonoforge": 1, "family": "grid",\n "width": 2, "height": 1,\n "rows": [[2]],\n'
        b' "columns": [[1],\n  [1]]}\n')
G = b"#d\n a:a #ff0000 red\n: rows\n1a\n: columns\n1a\n: end\n"
LP = (b"number_of_rows: 1\nnumber_of_columns: 1\nrow_1\nnumber_of_tiles: 1\nwidth(s): 1\n"
      b"column_1\nnumber_of_tiles: 1\nwidth(s): 1\n")

CASES = [
    # wrong counts
    ("a.non", NON.replace(b"3\ncol", b"col"), "3:1", "`rows` has 1 clues; there must be 2"),
    ("a.non", NON.replace(b"3\ncol", b"3\n1\ncol"), "6:1", "`rows` has 3 clues; there must be 2"),
    ("a.non", NON.replace(b"columns\n1\n2\n1\n", b""), "5:1", "the section `columns` with 3"),
    ("a.non", NON.replace(b"width 3\n", b""), "1:1", "the width is missing; a line like"),
    ("a.nin", b"3 2\n1\n3\n1\n2\n", "5:2", "the file ends before column 3 of 3"),
    ("a.nin", b"3 2\n1\n3\n1\n2\n1\n1\n", "7:1", "one line too many: the size says 2 rows"),
    ("a.nin", b"3\n1\n", "1:1", "the line has 1 words; a .nin file starts with `width height`"),
    ("a.mk", b"2 3\n1\n3\n1\n2\n1\n", "4:1", "after 2 rows there must be a line that starts"),
    ("a.mk", b"2 3\n1\n#\n3\n1\n2\n1\n", "3:1", "here should be the clue of row 2 of 2"),
    ("a.cwd", b"2\n3\n1\n3\n1\n2\n1\n", "5:1", "after 2 rows there must be a blank line"),
    ("a.cwd", b"ACROSS\nDOWN\n", "1:1", "the height is 'ACROSS'; a nonogram .cwd file starts"),
    ("a.gameid", b"3x2:1/2/1/1", "1:5", "4 clues separated by `/`; 3x2 needs 3 columns"),
    ("a.gameid", b"3x2#1234", "1:4", "`#` and a random seed: only Tatham's own program"),
    ("a.gameid", b"1x1:1/1,ab", "1:10", "the given cells run past the last of 1 cells"),
    ("a.gameid", b"9x9://///////////////,b", "1:23", "the given cells end at cell 2 of 81"),
    ("a.gameid", b"1x1:1/1,?", "1:9", "'?' among the given cells; they are written with letters"),
    ("a.lp", LP.replace(b"column_1\nnumber_of_tiles: 1\nwidth(s): 1\n", b""), "5:12",
     "column_1 is missing"),
    ("a.lp", LP.replace(b"row_1", b"row_2"), "3:1", "row_2: the rows are 1 to 1"),
    ("a.lp", LP + LP[39:], "9:1", "row_1 comes a second time"),
    ("a.lp", b"Minimize\n obj: x\n", "1:1", "this is a linear program (CPLEX LP); a nonogram"),
    ("a.g", G.replace(b": end\n", b""), "6:3", "2 lines start with `:`; there must be one"),
    ("a.nono", NONO.replace(b'"height": 1', b'"height": 2'), "3:10",
     "$.rows: 1 members; the height is 2, so there must be 2"),
    ("a.txt", b"##.\n##\n", "2:3", "row 2 has 2 cells, but row 1 has 3; all rows must be equally"),
    ("a.pbm", b"P1\n2 2\n010\n", "4:1", "the picture has 3 pixels; 2x2 needs 4"),
    ("a.pbm", b"P4\n9 1\n\xff", "3:1", "1 bytes of pixels; 9x1 needs 2"),
    ("a.xml", XML.replace(b"<clues type=\"columns\">", b"<clues type=\"rows\">"), "5:1",
     "the rows come a second time"),
    ("a.xml", b"<puzzle/>", "1:1", "there are no clues for the columns and no goal"),
    # a clue longer than its line
    ("a.non", NON.replace(b"\n3\ncol", b"\n 2,2\ncol"), "5:2",
     "row 2: the clue 2 2 needs 5 cells, but the line has 3"),
    ("a.nin", b"3 2\n1\n3\n3\n2\n1\n", "4:1", "column 1: the clue 3 needs 3 cells"),
    ("a.xml", XML.replace(b"<count>1</count></line>\n</clues>\n<clues", b"<count>2</count></line>\n"
                          b"</clues>\n<clues"), "3:1", "row 1: the clue 2 needs 2 cells"),
    ("a.nono", NONO.replace(b"[[2]]", b"[[3]]"), "3:11", "row 1: the clue 3 needs 3 cells"),
    ("a.gameid", b"2x1:1/1/3", "1:9", "row 1: the clue 3 needs 3 cells, but the line has 2"),
    # sums that do not match
    ("a.non", NON.replace(b"rows\n1\n3\n", b"rows\n1\n1\n"), "7:1",
     "the row clues add up to 2 black cells, but the column clues to 4"),
    ("a.nono", NONO.replace(b"[[2]]", b"[[1]]"), "4:13", "the row clues add up to 1 black"),
    ("a.gameid", b"2x1:1/1/1", "1:5", "the row clues add up to 1 black cells"),
    ("a.g", G.replace(b"columns\n1a", b"columns\n"), "6:1", "the row clues add up to 1 red"),
    # solutions that contradict the clues
    ("a.non", NON + b'goal "100111"\n', "7:1", "column 1: the clue is 1, but the solution has 2"),
    ("a.non", NON + b'goal "0101"\n', "10:6", "`goal` has 4 cells; the puzzle has 6"),
    ("a.non", NON + b'goal "01?111"\n', "10:6", "a goal with `?`; only a saved state"),
    ("a.nono", NONO.replace(b"]]}", b"]], \"solution\": [[1]]}"), "5:22",
     "$.solution[0]: 1 members; the width is 2"),
    ("a.nono", NONO.replace(b"]]}", b"]], \"solution\": [[1, 0]]}"), "3:11",
     "row 1: the clue is 2, but the solution has 1"),
    ("a.xml", XML.replace(b"</puzzle>", b"<solution><image>\n|.X|\n</image></solution></puzzle>"),
     "8:18", "the image has 2x1 cells, but the clues are for 1x1"),
    ("a.xml", XML.replace(b"</puzzle>", b"<solution><image>|o|</image></solution></puzzle>"),
     "8:19", "no colour has the character 'o'; there are . X"),
    # unknown colours
    ("a.non", b"color b #ff0000\nwidth 1\nheight 1\nrows\n1a\ncolumns\n1a\n", "5:1",
     "the colour 'a' is not known; a line `color a #rrggbb` is needed"),
    ("a.non", b"color b red\nwidth 1\nheight 1\nrows\n1b\ncolumns\n1b\n", "1:1",
     "a colour is written `color a #rrggbb`"),
    ("a.non", NON + b'goal "01z111"\n', "10:9", "'z' is no colour of this puzzle; it has 0 1"),
    ("a.xml", XML.replace(b"<count>", b'<count color="red">'), "3:26",
     "the colour 'red' is not declared; there are black"),
    ("a.xml", XML.replace(b"<count>", b'<count color="white">'), "3:28",
     "a run of 'white', which is the background"),
    ("a.xml", XML.replace(b"<clues type=\"rows\">", b"<color name='a'>black/white</color>"
                          b"<clues type=\"rows\">"), "2:1", "the colour 'a' is a triangle"),
    ("a.xml", XML.replace(b"<clues type=\"rows\">", b"<color name='a'>red</color>"
                          b"<clues type=\"rows\">"), "2:1", "the colour 'a' is 'red'; write it as"),
    ("a.xml", XML.replace(b"<puzzle ", b"<puzzle type='hexes' "), "1:1",
     "a puzzle of the type 'hexes'; there are grid"),
    ("a.g", G.replace(b"rows\n1a", b"rows\n1b"), "4:1", "the colour 'b' is not declared; there"),
    ("a.g", G.replace(b"rows\n1a", b"rows\n1"), "4:1", "a run without a colour; there are a"),
    ("a.g", G.replace(b"#ff0000", b"mauvish"), "2:6", "the colour 'mauvish' is not known"),
    ("a.g", G.replace(b"#ff0000", b"red/blue"), "2:6", "the colour 'a' is a triangle"),
    ("a.g", G.replace(b"#ff0000 red", b"red <> glued"), "2:6", "the colour 'a' is a triangle"),
    ("a.g", G.replace(b"rows\n1a", b"rows\na1"), "4:1", "the run 'a1' starts with a triangle"),
    ("a.g", b"#Hexes\n" + G, "1:1", "'#Hexes'; only `#d`"),
    ("a.nono", NONO.replace(b"[[2]]", b"[[[2, 3]]]"), "3:12",
     "$.rows[0][0]: the colour 3; the palette has 1 to 1"),
    ("a.txt", b"#.?\n", "1:3", "'?' is no colour of this picture; it has"),
    ("a.txt", b"ab\n\na = red\n", "3:5", "the colour 'red'; write it as #rrggbb"),
    ("a.pbm", b"P1\n2 1\n0 2\n", "3:3", "b'2' among the pixels, which are 0 and 1"),
    # runs of nothing, numbers that are none
    ("a.non", NON.replace(b"\n3\ncol", b"\n3,0\ncol"), "5:3", "a run of 0 or none beside other"),
    ("a.non", NON.replace(b"\n3\ncol", b"\n3 1\ncol"), "5:1", "the run '3 1'; a clue looks like"),
    ("a.non", NON.replace(b"\n3\ncol", b"\n-3\ncol"), "5:1", "'-3'; a clue looks like `3,1`"),
    ("a.nin", b"3 2\n1\n3 0\n1\n2\n1\n", "3:3", "a run of 0 beside other runs; leave it out"),
    ("a.nin", b"3 2\n1\nx\n1\n2\n1\n", "3:1", "a run is 'x'; a whole number is needed"),
    ("a.nin", b"3 2\n1\n" + b"9" * 30 + b"\n1\n2\n1\n", "3:1", "a run has 30 digits (limit 18)"),
    ("a.nin", "3 2\n1\n٣\n1\n2\n1\n".encode(), "3:1", "a run is '\\u0663'; a whole number"),
    ("a.nono", NONO.replace(b"[[2]]", b"[[0]]"), "3:12", "$.rows[0][0]: a run of 0; at least 1"),
    ("a.nono", NONO.replace(b"[[2]]", b"[[true]]"), "3:12", "$.rows[0][0]: expected `int | str"),
    ("a.nono", NONO.replace(b"[[2]]", b'[["x"]]'), "3:12", "$.rows[0][0]: the length 'x'; it is"),
    # what the native file refuses
    ("a.nono", NONO.replace(b'"width": 2', b'"width": 2, "colour": 1'), "2:14",
     "$: object contains unknown field `colour`"),
    ("a.nono", NONO.replace(b'"width": 2, ', b""), "1:1", "$: object missing required field `wid"),
    ("a.nono", NONO.replace(b'"width": 2', b'"width": 2, "width": 2'), "2:2",
     "the field 'width' comes twice"),
    ("a.nono", NONO.replace(b": 1, ", b": 2, "), "1:15", "$.nonoforge: the version is 2; this"),
    ("a.nono", NONO.replace(b"grid", b"cube"), "1:28",
     "$.family: unknown family 'cube'; there are grid, solid, "),
    ("a.nono", b'{"width": 3}', "1:1", "$: object missing required field `nonoforge`; a .nono"),
    ("a.nono", b"[]", "1:1", "$: expected `object`, got `array`"),
    ("a.nono", NONO.replace(b"]]}", b'], "given": [[1, 3, 1]]}'), "5:15", "the JSON is broken"),
    ("a.nono", NONO.replace(b"]]}", b']], "given": [[1, 3, 1]]}'), "5:19",
     "$.given[0]: row 1, column 3; rows are 1 to 1, columns 1 to 2"),
    ("a.nono", NONO.replace(b"]]}", b']], "given": [[1, 1, 1], [1, 1, 0]]}'), "5:30",
     "$.given[1]: row 1, column 1 is given a second time"),
    ("a.nono", NONO.replace(b"]]}", b']], "saved": [[[null, []]]]}'), "5:27",
     "$.saved[0][0][1]: [] says that the cell has no colour"),
    ("a.nono", NONO.replace(b"]]}", b']], "palette": [{"name": "a", "rgb": "red", "symbol": "a"},'
                            b'{"name": "b", "rgb": "#fff", "symbol": "b"}]}'), "5:42",
     "$.palette[0].rgb: the colour 'red'; write it as #rrggbb"),
    # cut off
    ("a.nono", NONO[:60], "2:26", "the JSON ends too early; the file is cut off"),
    ("a.xml", XML[:60], "3:7", "the XML ends too early; the file is cut off"),
    ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "1:1", "the PNG file is cut off"),
    # not text at all
    ("a.non", b"width 3\nhei\0ght", "2:4", "the character U+0000 is not text; this looks like"),
    ("a.nin", b"3 2\n\xff\xfe\x00\x01", "2:1", "the byte 0xff is not UTF-8; save the file as"),
    ("a.nono", b'{"a": "\xe9"}', "1:8", "the byte 0xe9 is not UTF-8; save the file as UTF-8"),
    ("a.g", bytes(range(256)), "1:1", "the character U+0000 is not text"),
    ("a.png", b"no picture at all", "1:1", "this is not a PNG file"),
    # sizes
    ("a.non", NON.replace(b"width 3", b"width 5000"), "2:1", "a grid of 5000x2 cells; each side"),
    ("a.nin", b"2000 2000\n1\n", "1:1", "a grid of 2000x2000 cells; at most 1,000,000 fit"),
    ("a.gameid", b"0x3:1/1/1", "1:1", "a grid of 0x3 cells; each side must be 1 to 4096"),
    ("a.pbm", b"P4\n9999999 9999999\n", "1:1", "a grid of 9999999x9999999 cells"),
]


@pytest.mark.parametrize(("name", "data", "place", "message"), CASES,
                         ids=[f"{c[0][2:]}-{c[3][:30]}" for c in CASES])
def test_place_and_message(name, data, place, message):
    with pytest.raises(InputError) as caught:
        loads(data, f"some/{name}", format=name.rpartition(".")[2])
    text = str(caught.value)
    assert re.fullmatch(r"some/a\.\w+:[1-9][0-9]*:[1-9][0-9]*: [^\n]+", text)
    assert text.startswith(f"some/{name}:{place}: {message}")
