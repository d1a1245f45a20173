"""The families of nonograms: grids, solids, sloped and curved ones."""
