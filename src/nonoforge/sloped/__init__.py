"""The family of sloped nonograms: faces between straight lines in a rectangular frame."""
