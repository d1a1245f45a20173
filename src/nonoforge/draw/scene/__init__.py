"""Scenes: grids and solids in whole pixels, composed once, painted as SVG, PNG and PDF."""
