"""The tutorial of curved nonograms: a heart of 12 faces."""

from nonoforge.family import TutorialStep

STEPS = (
    TutorialStep(
        "Here lines are curves. Follow a curve from its number inwards, and count the faces on "
        "that side. This one says 0: cross out every face along that side of it, with the right "
        "button, a long press, or the × in the palette.",
        "Curves read like rows, only more gracefully.", ("right of curve 1",)),
    TutorialStep(
        "This side says 0, too. What is left of it stays white.",
        "The outside is done.", ("left of curve 2",)),
    TutorialStep(
        "Along this curve it says 2, and two faces are left: fill them.",
        "Half of a picture.", ("left of curve 3",)),
    TutorialStep(
        "The rest is yours: which curve can place its block now?",
        "A heart! A face that a curve comes back to counts each time it does."),
)
