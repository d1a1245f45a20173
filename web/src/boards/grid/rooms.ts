/** The room that clues take beside the cells. */

/** Of the longest clue of a row and of a column, and of most clues; in units of the letter size. */
export interface Rooms { left: number; top: number; brief: [left: number, top: number] }

/** Letter size, length, and how much does not fit; in device pixels. */
export interface Gutter { font: number; size: number; over: number }

interface Given {
  room: number; brief: number;
  /** Of the view and of all cells along the clues, and of one cell, in device pixels. */
  view: number; extent: number; cell: number; ratio: number;
  /** Whether long clues may be cut off. */
  cut: boolean;
}

const SHARE = 0.4; // of the view that clues may take from the cells
const READABLE = 10; // CSS pixels: letters shrink to this before clues are cut off
const PADDING = 0.5; // letters

/** Returns a letter size that suits the cells, smaller where long clues would leave them too little room. */
export function gutterOf({ room, brief, view, extent, cell, ratio, cut }: Given): Gutter {
  const wanted = letters(cell / ratio) * ratio, whole = room + PADDING;
  const share = cut ? Math.min(view * SHARE, (brief + PADDING) * wanted) : view * SHARE;
  const most = Math.max(share, view - extent);
  const font = whole * wanted <= most ? wanted
    : Math.max(Math.min(wanted, READABLE * ratio), most / whole);
  const full = Math.ceil(whole * font), size = Math.floor(Math.min(full, most));
  return { font, size, over: Math.max(0, full - size - 1) };
}

/** The letter size for a cell size, in CSS pixels: two digits fit into the width of a column, and letters of
 *  the largest cells stay smaller than these. */
function letters(cell: number): number {
  return cell < 12 ? cell * 0.8 : Math.max(Math.min(20, Math.max(9.6, cell * 0.64)), cell * 0.36);
}
