"""The studio: make, edit, check, play and print puzzles in the browser, on this machine alone."""
