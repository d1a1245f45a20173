"""The family of curved nonograms: faces between curves in a frame."""
