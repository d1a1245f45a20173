/** What can be done with the puzzles that are ticked. */

import { address } from "../../router";

interface Props {
  ids: string[]; bin: boolean;
  onAll: () => void; onNone: () => void; onMove: (ids: string[]) => void;
}

export function Chosen({ ids, bin, onAll, onNone, onMove }: Props) {
  return (
    <div class="row panel chosen-bar" role="group" aria-label="Chosen puzzles">
      <span role="status">{ids.length} chosen</span>
      <a class="button main" href={address("print", ids.join(","))}>Print a booklet</a>
      <button onClick={() => onMove(ids)}>{bin ? "Put back" : "Move to the bin"}</button>
      <button class="quiet" onClick={onAll}>All</button>
      <button class="quiet" onClick={onNone}>None</button>
    </div>
  );
}
