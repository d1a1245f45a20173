/** Plays the puzzle that is written into this very file, without a server: with hints from the way to
 *  the solution that it brings along, and the game kept in the browser. */

import { render } from "preact";
import { useMemo } from "preact/hooks";
import "../style/base.css";
import { type Step, stepAdvisor } from "../model/advice";
import { type BoardData, open } from "../model/board";
import type { Save } from "../model/game";
import { Name } from "./name";
import { Table } from "./table";
import { ThemeButton } from "./theme";

interface Content { board: BoardData; steps: Step[] }

export function startPlayer(): void {
  const text = document.getElementById("nonogram")!.textContent!;
  render(<Player content={JSON.parse(text) as Content} place={`nonoforge-game-${hash(text)}`}/>, document.getElementById("app")!);
}

function Player({ content, place }: { content: Content; place: string }) {
  const board = useMemo(() => open(content.board), []);
  const advisor = useMemo(() => stepAdvisor(board, content.steps), []);
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
