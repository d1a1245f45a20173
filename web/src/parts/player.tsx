/** Plays the puzzle that is written into this very file, without a server: with hints from the way to
 *  the solution that it brings along, and the game kept in the browser. */

import { render } from "preact";
import { useMemo } from "preact/hooks";
import "../style/base.css";
import { type Step, stepAdvisor } from "../model/advice";
import { type BoardData, open } from "../model/board";
import type { Save } from "../model/game";
import { startHosted } from "./hosted";
import { Name } from "./name";
import { Table } from "./table";
import { ThemeButton } from "./theme";

/** Without a board, a widget around this page hands one over. */
interface Content { board: BoardData | null; steps: Step[] }

export function startPlayer(): void {
  const text = document.getElementById("nonogram")!.textContent!;
  const { board, steps } = JSON.parse(text) as Content;
  if (!board) startHosted();
  else render(<Player board={board} steps={steps} place={`nonoforge-game-${hash(text)}`}/>, document.getElementById("app")!);
}

interface Props { board: BoardData; steps: Step[]; place: string }

function Player({ board: data, steps, place }: Props) {
  const board = useMemo(() => open(data), []);
  const advisor = useMemo(() => stepAdvisor(board, steps), []);
  return (
    <>
      <header class="bar"><h1 class="title"><Name of={board.title} usual="Nonogram" />
        {board.author && <small class="soft"> by <bdi>{board.author}</bdi></small>}</h1><ThemeButton /></header>
      <main><Table board={board} save={kept(place)} onSave={(save) => keep(place, save)} place={place}
                   advisor={advisor} /></main>
    </>
  );
}

function kept(place: string): Save | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null") as Save | null;
  } catch {
    return null; // a browser that keeps nothing for files
  }
}

function keep(place: string, save: Save): void {
  try {
    localStorage.setItem(place, JSON.stringify(save));
  } catch { /* full, or not allowed: the game goes on until the page is closed */ }
}

/** A short name for a text (FNV-1a): games of different puzzles must not meet. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}
