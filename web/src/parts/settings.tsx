/** Settings of play. */

import { kindOf } from "../boards/kind";
import type { Signs } from "../boards/signs";
import { type Board, isPlain } from "../model/board";
import type { Mistakes } from "../model/progress";
import { type Clock, Time } from "./clock";
import { useKept } from "./kept";

interface Props {
  board: Board; clock: Clock;
  helps: Helps; onHelps: (helps: Helps) => void;
  mistakes: Mistakes; onMistakes: (mistakes: Mistakes) => void;
  signs: Signs; onSigns: (signs: Signs) => void;
}

/** What is done for a player without being asked. */
export interface Helps { crosses: boolean; telling?: boolean; sound: boolean; haptics: boolean }
export const HELPS: Helps = { crosses: false, telling: false, sound: false, haptics: false };

export function Settings({ board, clock, helps, onHelps, mistakes, onMistakes, signs, onSigns }: Props) {
  const help = (name: keyof Helps, words: string) => (
    <label class="row"><input type="checkbox" checked={Boolean(helps[name])}
      onChange={(event) => onHelps({ ...helps, [name]: event.currentTarget.checked })} /> {words}</label>);
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
      {help("crosses", `Finish lines by themselves: ${board.words.cross_out} what is left`)}
      {!kindOf(board).standing && help("telling", "Mark the lines that tell more")}
      {help("sound", "Sounds")}
      {typeof navigator.vibrate === "function" && matchMedia("(any-pointer: coarse)").matches && help("haptics", "Shake the phone a little")}
      <label class="row"><input type="checkbox" checked={timer}
        onChange={(event) => setTimer(event.currentTarget.checked)} /> Show the time</label>
    </details>
  );
}
