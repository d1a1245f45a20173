/** A puzzle on its shelf. Its cover shows the empty puzzle; the picture comes when it is solved. */

import { FAMILIES } from "../../generated/families";
import { shortKind } from "../../model/words";
import type { Entry } from "../../open";
import { timeBrief } from "../../parts/clock";
import { Menu } from "../../parts/menu";
import { Stars } from "../../parts/stars";
import { address } from "../../router";

/** What a person wants to see of puzzles that are not solved yet. */
export interface Spoilers { pictures: boolean; hidden: boolean }

interface Props {
  entry: Entry; spoilers: Spoilers; chosen: boolean; onChosen: (on: boolean) => void;
  onTags: () => void; onBin: () => void; onRestore: () => void; place?: [number, number];
}

export function Card({ entry, spoilers, chosen, onChosen, onTags, onBin, onRestore, place }: Props) {
  const title = titleOf(entry, spoilers.hidden);
  const binned = entry.binned !== null;
  return (
    <li class={chosen ? "card panel chosen" : "card panel"} aria-posinset={place?.[0]} aria-setsize={place?.[1]}>
      <Cover entry={entry} picture={spoilers.pictures || entry.solved} />
      <h2><a href={address("play", entry.id)} title={title}><bdi>{title}</bdi></a></h2>
      <p class="small soft facts"><span>{shortKind(entry.family)} · {entry.size}</span>
        {entry.author && !spoilers.hidden && <span>by <bdi>{entry.author}</bdi></span>}</p>
      <p class="small facts">
        <Rated entry={entry} />
        {entry.solved ? <span class="badge good">✓ {entry.seconds >= 5 ? timeBrief(entry.seconds) : "solved"}</span>
          : entry.started && <span class="badge">{begun(entry)}</span>}
        {entry.colours > 1 && <span class="soft">{entry.colours} colours</span>}
        {entry.tags.map((tag) => <bdi key={tag} class="badge">{tag}</bdi>)}
      </p>
      <label class="choose"><input type="checkbox" checked={chosen} aria-label={`Choose ${title}`}
        onChange={(event) => onChosen(event.currentTarget.checked)} /></label>
      {binned ? <button class="put-back" onClick={onRestore} aria-label={`Put ${title} back`}>Put back</button>
        : <Menu class="more" label={`More about ${title}`} entries={[
          { words: "Play", href: address("play", entry.id) },
          { words: "Edit", href: address("edit", entry.id) },
          { words: "Check", href: address("check", entry.id) },
          { words: "Share & print", href: address("share", entry.id) },
          { words: "Tags…", act: onTags },
          { words: "Move to the bin", act: onBin },
        ]}>⋯</Menu>}
    </li>
  );
}

/** The name of a puzzle, or what it is where names are hidden until it is solved. */
export function titleOf(entry: Entry, hidden: boolean): string {
  return hidden && !entry.solved ? `${FAMILIES[entry.family]?.kind ?? entry.family}, ${entry.size}`
    : entry.title || "Untitled";
}

export function Cover({ entry, picture }: { entry: Entry; picture: boolean }) {
  const kind = picture && entry.thumbnail ? "thumbnail" : "cover";
  return (
    <a class={`cover ${kind}`} href={address("play", entry.id)} aria-hidden="true" tabIndex={-1}>
      <img loading="lazy" decoding="async" alt="" src={`api/library/${entry.id}/${kind}?${entry.changed}`} />
      {entry.started && !entry.solved && <span class="share"><span style={{ width: `${100 * entry.share}%` }} /></span>}
    </a>
  );
}

/** How far a game is that was begun. */
function begun({ seconds, share }: Entry): string {
  return share > 0 ? `${Math.floor(100 * share)} % done` : seconds >= 5 ? timeBrief(seconds) : "begun";
}

const FLAWS: Record<string, string> = {
  multiple: "several solutions", none: "no solution", unknown: "too hard to rate" };

/** Stars; or what is wrong with the puzzle; or that it is not known yet. */
function Rated({ entry: { rating } }: { entry: Entry }) {
  if (!rating) return <span class="soft" title="It is rated while the studio has nothing else to do.">not rated yet</span>;
  if (rating.stars) return <Stars stars={rating.stars} />;
  return <span class="badge bad">{FLAWS[rating.verdict ?? ""] ?? FLAWS.unknown}</span>;
}
