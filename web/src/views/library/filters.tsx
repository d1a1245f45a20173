/** Which puzzles of the library are shown, and in which order. */

import { useEffect, useState } from "preact/hooks";
import { send } from "../../api";
import { FAMILIES } from "../../generated/families";

export interface Wish { search: string; tag: string; family: string; sort: string; bin: boolean }

export const WISH: Wish = { search: "", tag: "", family: "", sort: "newest", bin: false };

const SORTS = ["newest", "oldest", "title", "author", "smallest", "largest", "easiest", "hardest",
               "played"];

interface Props {
  wish: Wish; onWish: (wish: Wish) => void; changes: number;
  pictures: boolean; onPictures: (on: boolean) => void;
}

export function Filters({ wish, onWish, changes, pictures, onPictures }: Props) {
  const [tags, setTags] = useState<{ tag: string; count: number }[]>([]);
  useEffect(() => {
    send<{ tag: string; count: number }[]>("GET", "library/tags").then(setTags, () => setTags([]));
  }, [changes]);
  const set = (part: Partial<Wish>) => onWish({ ...wish, ...part });
  return (
    <div class="row filters" role="search">
      <input type="search" placeholder="Search titles, authors, tags" aria-label="Search"
             value={wish.search} onInput={(event) => set({ search: event.currentTarget.value })} />
      <select aria-label="Family" value={wish.family}
              onChange={(event) => set({ family: event.currentTarget.value })}>
        <option value="">all families</option>
        {Object.values(FAMILIES).map(({ name, puzzle: [, many] }) =>
          <option key={name} value={name}>{many}</option>)}
      </select>
      {tags.length > 0 && (
        <select aria-label="Tag" value={wish.tag}
                onChange={(event) => set({ tag: event.currentTarget.value })}>
          <option value="">all tags</option>
          {tags.map(({ tag, count }) => <option key={tag} value={tag}>{tag} ({count})</option>)}
        </select>
      )}
      <select aria-label="Order" value={wish.sort}
              onChange={(event) => set({ sort: event.currentTarget.value })}>
        {SORTS.map((sort) => <option key={sort}>{sort}</option>)}
      </select>
      <label class="row"><input type="checkbox" checked={pictures}
        onChange={(event) => onPictures(event.currentTarget.checked)} /> show solutions</label>
      <label class="row"><input type="checkbox" checked={wish.bin}
        onChange={(event) => set({ bin: event.currentTarget.checked })} /> in the bin</label>
    </div>
  );
}
