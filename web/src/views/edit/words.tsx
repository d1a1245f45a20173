/** What the maker says about the puzzle. */

import type { Puzzle } from "../../api";

interface Props { puzzle: Puzzle; onWords: (words: Puzzle) => void }

const FIELDS: [name: string, label: string][] = [
  ["title", "Title"], ["author", "Author"], ["description", "Description"], ["licence", "Licence"]];

export function WordsPanel({ puzzle, onWords }: Props) {
  return (
    <details class="panel words">
      <summary>Title, author, licence</summary>
      {FIELDS.map(([name, label]) => (
        <label key={name}>{label}
          <input value={String(puzzle[name] ?? "")} maxLength={500}
                 onChange={(event) => onWords({ [name]: event.currentTarget.value })} />
        </label>
      ))}
    </details>
  );
}
