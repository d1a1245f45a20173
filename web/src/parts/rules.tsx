/** How to play, for those who meet such a puzzle for the first time: the rules of its family, and what
 *  hands and keys do. */

import { kindOf } from "../boards/kind";
import { type Board, isPlain } from "../model/board";

export function Rules({ board }: { board: Board }) {
  const { gestures = "", moreArrows = "", moreKeys = "" } = kindOf(board), { words } = board;
  return (
    <details class="panel rules">
      <summary>How to play</summary>
      <p>{words.rules}</p>
      {!isPlain(board) && <p>A number has the colour of its block. White is needed only between blocks
        of one colour; others may touch.</p>}
      <p class="small soft">Fill with a click or a tap, or drag. {words.cross_out[0].toUpperCase()}
        {words.cross_out.slice(1)} with the right button, a long press, or the × in hand. Zoom with the
        wheel or two fingers.{gestures}</p>
      <p class="small soft">Keys: arrows{moreArrows}, space to fill, x to {words.cross_out}, c the lines of
        a cell, 1–9 colours, u undo, r redo, h hint, k check, t try out, + and − zoom, f fit, w full screen, n and
        p next and previous puzzle{moreKeys}.</p>
    </details>
  );
}
