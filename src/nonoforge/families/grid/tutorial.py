"""The tutorial of grids: a heart of 5 by 5 cells."""

from nonoforge.family import TutorialStep

STEPS = (
    TutorialStep(
        "A picture hides in these 25 squares. The numbers tell where it is: row 2 says 5, a block "
        "of five filled cells, and the row has exactly five. Fill all of row 2: press each cell, "
        "or drag along the row.",
        "Right: a number is a block of filled cells side by side.", ("row 2",)),
    TutorialStep(
        "Row 3 says 5 as well.",
        "Two full rows: and each cell of them is in a column, too.", ("row 3",)),
    TutorialStep(
        "Columns work the same way, from top to bottom. Column 1 says 2, and its two cells are "
        "filled. So the other three stay white: cross them out with the right button, a long "
        "press, or the × in the palette.",
        "Crosses are half of the solution: they show where nothing can go.", ("column 1",)),
    TutorialStep(
        "Column 5 says 2: cross out its other three cells.",
        "Good. Now look at what that leaves for the rows.", ("column 5",)),
    TutorialStep(
        "Row 4 says 3. Only the three cells in the middle are left for it.",
        "A block that fits in one place only goes there.", ("row 4",)),
    TutorialStep(
        "Row 1 says 1 1: two single cells, with at least one white cell between them. Three cells "
        "are left, so there is only one way.",
        "Two numbers are two blocks, in this order, never touching.", ("row 1",)),
    TutorialStep(
        "One cell is missing. Which column is not complete yet?",
        "A heart! Every nonogram is solved like this: one certain cell after the other."),
)
