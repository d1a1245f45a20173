"""What a person sees in one line: one module for each kind of clue."""
