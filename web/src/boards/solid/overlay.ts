/** Lines over a solid: its box, the cursors, and outlines of marked cells that are broken. */

import type { Notice } from "../view";
import type { Situation } from "./situation";
import { inside, isWhole, type Place } from "./space";
import { boxWires, cubeWires, type Manner, type Wire } from "./wires";

/** Kinds of notices differ by dashes as well as by colour. */
const DASHES: Record<Notice, number> = {
  hint: 0, wrong: 0.5, changed: 0.25, ambiguous: 0.34, stuck: 0.16,
};

const GHOST = { alpha: 1, width: 2, through: 0.6 };
const OUTLINE = { alpha: 0.9, width: 1, through: 0.35 };

export function overlay(situation: Situation): Wire[] {
  return [...frame(situation), ...ghosts(situation), ...(situation.look.solved ? [] : cursors(situation))];
}

/** The whole box and the slice. */
function frame({ space, slice, theme, look }: Situation): Wire[] {
  const manner: Manner = { colour: theme.line, alpha: 0.5, width: 1, dash: 0, through: 0 };
  const whole = isWhole(space, slice);
  if (whole && look.finished && look.values.some(Boolean)) return [];
  const wires = boxWires([0, 0, 0], space.sizes, { ...manner, dash: whole ? 0 : 0.3 });
  if (whole) return wires;
  const end = slice.high.map((value) => value + 1) as Place;
  return [...wires, ...boxWires(slice.low, end, { ...manner, colour: theme.soft })];
}

export const FEW = 4; // lines of a hint whose cells are seen through others; of more, only those in sight

function ghosts({ space, slice, theme, look, board }: Situation): Wire[] {
  const outline = (look.lit?.length ?? 0) > FEW ? { ...OUTLINE, alpha: 0.5, through: 0 } : OUTLINE;
  const wires: Wire[] = [];
  for (const [cell, notice] of look.notices ?? []) {
    if (cell >= board.cells || !inside(slice, space.place(cell))) continue;
    const gone = look.values[cell] === 0;
    const manner: Manner = { colour: theme.notices[notice], dash: DASHES[notice],
                             ...(gone ? GHOST : outline) };
    wires.push(...cubeWires(space.place(cell), manner, gone ? -0.04 : 0.01));
  }
  return wires;
}

function cursors({ space, slice, theme, hover, cursor, focused }: Situation): Wire[] {
  const wires: Wire[] = [];
  if (hover && inside(slice, space.place(hover.cell))) {
    const manner: Manner = { colour: theme.ink, alpha: 0.55, width: 1, dash: 0, through: 0 };
    wires.push(...cubeWires(space.place(hover.cell), manner));
  }
  if (focused) {
    const manner: Manner = { colour: theme.cursor, alpha: 1, width: 2, dash: 0, through: 0.55 };
    wires.push(...cubeWires(space.place(cursor), manner, 0.03));
  }
  return wires;
}
