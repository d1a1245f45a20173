"""The tutorial of sloped nonograms: an arrow of 21 faces."""

from nonoforge.family import TutorialStep

STEPS = (
    TutorialStep(
        "Straight lines cut the frame into faces. A number at the end of a line is about the faces "
        "along that side of the line, read from the number inwards. Below the lowest line it says "
        "0: cross out the faces there, with the right button, a long press, or the × in the "
        "palette.",
        "Each line has two sides, and a clue for each.", ("below line 1",)),
    TutorialStep(
        "Above this line it says 0: no face that touches it from above is filled.",
        "Point at a face to see the lines along it.", ("above line 3",)),
    TutorialStep(
        "The same on the other slope.",
        "The corners are empty.", ("above line 8",)),
    TutorialStep(
        "Above this line it says 3, and it meets just three faces on that side: fill them.",
        "As in a grid: a block that needs all the room gets it.", ("above line 2",)),
    TutorialStep(
        "Along this side a block of 3 fits in one place only.",
        "Filled faces of one line are clues for all others that they touch.",
        ("right of line 5",)),
    TutorialStep(
        "The rest is yours: look for lines that have one way left.",
        "An arrow! Straight lines can draw anything that has corners."),
)
