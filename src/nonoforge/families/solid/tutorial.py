"""The tutorial of solids: a chair of 3 by 3 by 3 voxels."""

from nonoforge.family import TutorialStep

STEPS = (
    TutorialStep(
        "This block hides a figure. A number on a face counts the cubes of the rod behind it that "
        "belong to the figure. The lit rod says 0: break its three cubes away with the right "
        "button, a long press, or the × in the palette. Drag beside the block to turn it.",
        "Gone: where a number is 0, nothing stays.", ("x rod at y 1, z 2",)),
    TutorialStep(
        "This rod says 0 as well. What is left of it has to go.",
        "Now there is room to look inside.", ("z rod at x 2, y 1",)),
    TutorialStep(
        "This rod says 3, and it has three cubes: all of them belong to the figure. Mark them with "
        "the left button or a tap, so that they cannot be broken by mistake.",
        "Marked cubes stay.", ("x rod at y 2, z 1",)),
    TutorialStep(
        "The next rods say 3 as well: mark their cubes.",
        "The seat and the back are there.",
        ("y rod at x 1, z 1", "y rod at x 3, z 1", "x rod at y 3, z 1")),
    TutorialStep(
        "The rest is yours. A number in a circle means two groups with a gap between them. Break "
        "away what does not belong.",
        "A chair! Solids turn, open in slices and layers, and can have colours."),
)
