/** Settings of play. */

import type { Signs } from "../boards/signs";
import { type Board, isPlain } from "../model/board";
import type { Mistakes } from "../model/progress";
import { type Clock, Time } from "./clock";
import { useKept } from "./kept";

interface Props {
  board: Board; clock: Clock;
  mistakes: Mistakes; onMistakes: (mistakes: Mistakes) => void;
  signs: Signs; onSigns: (signs: Signs) => void;
}

export function Settings({ board, clock, mistakes, onMistakes, signs, onSigns }: Props) {
  const [timer, setTimer] = useKept<boolean>("timer", false);
  return (
    <details class="panel settings">
      <summary>Settings{timer ? <span class="timer"> · <Time clock={clock} /></span> : null}</summary>
      <label>Show mistakes
        <select value={mistakes} onChange={(event) => onMistakes(event.currentTarget.value as Mistakes)}>
          <option value="off">never</option>
          <option value="finished">in finished lines</option>
          <option value="always">at once</option>
        </select>
      </label>
      {!isPlain(board) && <label>Signs for colours
        <select value={signs} onChange={(event) => onSigns(event.currentTarget.value as Signs)}>
          <option value="auto">where greys are alike</option>
          <option value="always">always</option>
          <option value="never">never</option>
        </select>
      </label>}
      <label class="row"><input type="checkbox" checked={timer}
        onChange={(event) => setTimer(event.currentTarget.checked)} /> Show the time</label>
    </details>
  );
}
