"""Plans: sloped and curved nonograms in millimetres, composed once, painted as SVG, PNG and PDF."""
