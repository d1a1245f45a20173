"""The tutorial of triddlers: a gem of 24 triangles."""

from nonoforge.family import TutorialStep

STEPS = (
    TutorialStep(
        "The cells are triangles, and lines run in three directions. The lit line says 0: cross "
        "out its triangles, with the right button, a long press, or the × in the palette.",
        "Each triangle is in three lines, not two.", ("rising line 4",)),
    TutorialStep(
        "This line falls from left to right, and says 0 as well.",
        "Both lower corners are settled.", ("falling line 1",)),
    TutorialStep(
        "Row 2 says 5: five triangles side by side. Five are left in it.",
        "A row of triangles points up and down in turn.", ("row 2",)),
    TutorialStep(
        "This rising line says 5 as well, and five of its triangles are not crossed out.",
        "Three directions, one rule.", ("rising line 2",)),
    TutorialStep(
        "The rest is yours.",
        "A gem! That was the last of the five families. The library has more of all of them."),
)
