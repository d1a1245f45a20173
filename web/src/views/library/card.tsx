/** A puzzle on its shelf. Its picture is the solution, so it is covered until it is solved. */

import { useState } from "preact/hooks";
import { FAMILIES } from "../../generated/families";
import { shortKind } from "../../model/words";
import type { Entry } from "../../open";
import { Name } from "../../parts/name";
import { Stars } from "../../parts/stars";
import { address, type Page } from "../../router";

interface Props {
  entry: Entry; picture: boolean; chosen: boolean; onChosen: (on: boolean) => void;
  onTags: (tags: string[]) => void; onBin: () => void; onRestore: () => void;
}

const WAYS: [Page, string][] = [["edit", "Edit"], ["check", "Check"], ["share", "Share & print"]];

export function Card({ entry, picture, chosen, onChosen, onTags, onBin, onRestore }: Props) {
  const title = entry.title || "Untitled";
  const binned = entry.binned !== null;
  return (
    <li class={chosen ? "card panel chosen" : "card panel"}>
      <a class="cover" href={address("play", entry.id)} aria-hidden="true" tabIndex={-1}>
        {picture && entry.thumbnail
          ? <img loading="lazy" alt="" src={`api/library/${entry.id}/thumbnail?${entry.changed}`} />
          : <Covered family={entry.family} />}
      </a>
      <h2><a href={address("play", entry.id)}><Name of={entry.title} /></a></h2>
      <p class="small soft">
        {entry.author && <>by <bdi>{entry.author}</bdi> · </>}{shortKind(entry.family).toLowerCase()} · <span class="whole">{entry.size}</span>
        {entry.colours > 1 && <> · <span class="whole">{entry.colours} colours</span></>}
      </p>
      <p class="small row facts">
        {entry.rating && <Stars stars={entry.rating.stars} />}
        {entry.solved ? <span class="badge good">✓ solved</span>
          : entry.started && <span class="badge">begun</span>}
        {entry.tags.map((tag) => <bdi key={tag} class="badge">{tag}</bdi>)}
      </p>
      <label class="choose"><input type="checkbox" checked={chosen} aria-label={`Choose ${title}`}
        onChange={(event) => onChosen(event.currentTarget.checked)} /></label>
      {binned ? <button onClick={onRestore} aria-label={`Put ${title} back`}>Put back</button>
        : <More entry={entry} title={title} onTags={onTags} onBin={onBin} />}
    </li>
  );
}

interface MoreProps extends Pick<Props, "entry" | "onTags" | "onBin"> { title: string }

function More({ entry, title, onTags, onBin }: MoreProps) {
  const [tags, setTags] = useState(entry.tags.join(", "));
  return (
    <details class="more small">
      <summary aria-label={`More about ${title}`}>More</summary>
      <div class="ways">
        {WAYS.map(([page, name]) => <a key={page} href={address(page, entry.id)}>{name}</a>)}
      </div>
      <form class="row" onSubmit={(event) => {
        event.preventDefault();
        onTags(tags.split(",").map((tag) => tag.trim()).filter(Boolean));
      }}>
        <input value={tags} aria-label="Tags, with commas between them" placeholder="tags, with commas"
               onInput={(event) => setTags(event.currentTarget.value)} />
        <button>Set tags</button>
      </form>
      <button onClick={onBin}>Move to the bin</button>
    </details>
  );
}

/** What a family looks like, instead of the solution. */
function Covered({ family }: { family: string }) {
  return (
    <svg viewBox="0 0 48 48" class="covered" aria-hidden="true">
      <path d={FAMILIES[family]?.icon} />
    </svg>
  );
}
