/** Which puzzles of the library are shown, and in which order. */

import { useEffect, useState } from "preact/hooks";
import { send } from "../../api";
import type { LibraryCounts } from "../../generated/api";
import { FAMILIES } from "../../generated/families";
import { labelOf } from "../../model/words";

export interface Wish {
  search: string; tag: string; family: string; size: string; colours: string; stars: string;
  progress: string; sort: string; bin: boolean;
}

export const WISH: Wish = { search: "", tag: "", family: "", size: "", colours: "", stars: "", progress: "",
                            sort: "newest", bin: false };

const SORTS = ["newest", "oldest", "title", "author", "smallest", "largest", "easiest", "hardest",
               "played"];

type Counted = "family" | "size" | "colours" | "stars" | "progress";
interface Filter { name: Counted; label: string; all: string; choices: [string, string][] }

const FILTERS: Filter[] = [
  { name: "family", label: "Family", all: "All families",
    choices: Object.values(FAMILIES).map(({ name, puzzle: [, many] }) => [name, labelOf(many)]) },
  { name: "progress", label: "Played", all: "Played or not",
    choices: [["new", "Not begun"], ["unfinished", "Unfinished"], ["solved", "Solved"]] },
  { name: "stars", label: "Stars", all: "Any difficulty",
    choices: [["1", "★"], ["2", "★★"], ["3", "★★★"], ["4", "★★★★"], ["5", "★★★★★"], ["none", "Not rated"]] },
  { name: "size", label: "Size", all: "Any size",
    choices: [["small", "Small"], ["medium", "Medium"], ["large", "Large"], ["giant", "Giant"]] },
  { name: "colours", label: "Colours", all: "Any colours",
    choices: [["one", "One colour"], ["several", "Several colours"]] },
];

interface Props {
  wish: Wish; onWish: (wish: Wish) => void; changes: number; counts: LibraryCounts | null;
}

export function Filters({ wish, onWish, changes, counts }: Props) {
  const [tags, setTags] = useState<{ tag: string; count: number }[]>([]);
  useEffect(() => {
    send<{ tag: string; count: number }[]>("GET", "library/tags").then(setTags, () => setTags([]));
  }, [changes]);
  const set = (part: Partial<Wish>) => onWish({ ...wish, ...part });
  const chosen = FILTERS.filter(({ name }) => wish[name]).length + Number(wish.tag !== "");
  const wide = matchMedia("(min-width: 40.01rem)").matches;
  return (
    <div class="filters" role="search">
      <input type="search" placeholder="Search titles, authors, tags" aria-label="Search"
             value={wish.search} onInput={(event) => set({ search: event.currentTarget.value })} />
      <details open={wide || chosen > 0}>
        <summary class="button">Filters{chosen > 0 && ` (${chosen})`}</summary>
        <div class="row choices">
          {FILTERS.map(({ name, label, all, choices }) => (
            <select key={name} aria-label={label} value={wish[name]} class={wish[name] ? "set" : ""}
                    onChange={(event) => set({ [name]: event.currentTarget.value })}>
              <option value="">{all}</option>
              {choices.map(([value, words]) => {
                const count = counts?.[name][value] ?? 0;
                return <option key={value} value={value}>
                  {words} ({count.toLocaleString("en")})</option>;
              })}
            </select>))}
          {tags.length > 0 && (
            <select aria-label="Tag" value={wish.tag} class={wish.tag ? "set" : ""}
                    onChange={(event) => set({ tag: event.currentTarget.value })}>
              <option value="">All tags</option>
              {tags.map(({ tag, count }) => <option key={tag} value={tag}>{tag} ({count})</option>)}
            </select>
          )}
          {chosen > 0 && <button class="quiet"
            onClick={() => onWish({ ...WISH, search: wish.search, sort: wish.sort, bin: wish.bin })}>
            Clear filters</button>}
          <label class="row order">Order
            <select aria-label="Order" value={wish.sort}
                    onChange={(event) => set({ sort: event.currentTarget.value })}>
              {SORTS.map((sort) => <option key={sort} value={sort}>{labelOf(sort)}</option>)}
            </select></label>
        </div>
      </details>
    </div>
  );
}
