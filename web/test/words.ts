/** The words of a family, for boards that tests make. */

import "../src/boards";
import type { BoardWords } from "../src/generated/api";

export const WORDS: BoardWords = {
  kind: "Nonogram", puzzle: ["puzzle", "puzzles"], cell: ["cell", "cells"], line: ["line", "lines"],
  position: ["cell", "cells"], white: "white", cross_out: "cross out", plain: "black and white",
  size: "", heading: "", rules: "",
};
