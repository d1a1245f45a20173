/** The entries that a search finds, loaded page by page as they come into sight. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { send } from "../../api";
import type { LibraryCounts } from "../../generated/api";
import type { Entry } from "../../open";
import type { Wish } from "./filters";

const PAGE = 60; // entries of a request
const TYPING = 120; // milliseconds after the last letter of a search
const RATING = 3000; // milliseconds after which ratings may have come

export interface Shelf {
  total: number | null;
  /** Is it still what was asked for before? */
  busy: boolean;
  /** The entry at a place; undefined while it is on its way. */
  at: (index: number) => Entry | undefined;
  /** Asks for the entries from one place up to another. */
  show: (from: number, to: number) => void;
  counts: LibraryCounts | null;
  /** Unfinished games, the last played first. */
  begun: Entry[];
  problem: string;
}

interface Loaded { wish: Wish; total: number; pages: Map<number, Entry[]> }

export function useShelf(wish: Wish, changes: number): Shelf {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [counts, setCounts] = useState<LibraryCounts | null>(null);
  const [begun, setBegun] = useState<Entry[]>([]);
  const [problem, setProblem] = useState("");
  const [ratings, setRatings] = useState(0);
  const wanted = useRef<Set<number>>(new Set([0]));
  const current = useRef<AbortController | null>(null);

  const fetchPage = async (page: number, signal: AbortSignal) => {
    try {
      const found = await send<{ entries: Entry[]; total: number }>(
        "GET", `library?${query(wish, { offset: page * PAGE, limit: PAGE })}`, undefined, signal);
      if (signal.aborted) return;
      setProblem("");
      setLoaded((before) => {
        const pages = new Map(before?.wish === wish ? before.pages : []);
        return { wish, total: found.total, pages: pages.set(page, found.entries) };
      });
    } catch (trouble) {
      if (!signal.aborted) setProblem((trouble as Error).message);
    }
  };

  useEffect(() => {
    const abort = new AbortController();
    current.current = abort;
    const wait = setTimeout(() => {
      const first = loaded?.wish === wish ? [...wanted.current] : [0];
      if (loaded?.wish !== wish) wanted.current = new Set([0]);
      for (const page of first) void fetchPage(page, abort.signal);
      send<LibraryCounts>("GET", `library/counts?${query(wish)}`, undefined, abort.signal)
        .then(setCounts, () => undefined); // the entries tell what is wrong
      if (isPlain(wish)) send<{ entries: Entry[] }>("GET",
        "library?progress=unfinished&sort=played&limit=8", undefined, abort.signal)
        .then(({ entries }) => setBegun(entries), () => undefined);
    }, wish.search && loaded ? TYPING : 0);
    return () => { abort.abort(); clearTimeout(wait); };
  }, [wish, changes, ratings]);

  useEffect(() => { // stars come while the page is open
    if (!counts?.unrated) return undefined;
    const timer = setTimeout(() => { if (!document.hidden) setRatings((count) => count + 1); }, RATING);
    return () => clearTimeout(timer);
  }, [counts]);

  const show = (from: number, to: number) => {
    const pages = new Set<number>();
    for (let page = Math.floor(from / PAGE); page <= Math.floor(Math.max(from, to - 1) / PAGE); page++) {
      pages.add(page);
      if (!wanted.current.has(page) && current.current) void fetchPage(page, current.current.signal);
    }
    wanted.current = new Set([...pages]);
  };
  return useMemo(() => ({
    total: loaded?.total ?? null, busy: loaded?.wish !== wish, counts, begun: isPlain(wish) ? begun : [], problem, show,
    at: (index: number) => loaded?.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
  }), [loaded, counts, begun, problem, wish]);
}

/** A wish as the API takes it. */
export function query(wish: Wish, more: Record<string, number> = {}): string {
  const parts = Object.entries({ ...wish, ...more }).filter(([, value]) => value !== "" && value !== false);
  return new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString();
}

/** Is nothing asked for but an order? */
export function isPlain({ sort: _, ...wish }: Wish): boolean {
  return Object.values(wish).every((value) => !value);
}
