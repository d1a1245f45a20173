/** The shelf: of any number of cards only those in sight, and a little around them, are on the page. */

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { recall, remember } from "../../parts/session";

interface Props {
  total: number;
  /** Is another search under way? */
  busy: boolean;
  /** Says which cards are to be shown. */
  onRange: (from: number, to: number) => void;
  card: (index: number) => ComponentChildren;
}

interface Room { columns: number; pitch: number; from: number; to: number }

const AROUND = 2; // rows above and below what is in sight
const SCROLLED = "library-scroll";

export function Cards({ total, busy, onRange, card }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState<Room>({ columns: 1, pitch: 0, from: 0, to: 12 });

  const measure = () => {
    const element = list.current;
    if (!element) return;
    const style = getComputedStyle(element), gap = parseFloat(style.rowGap) || 0;
    const pitch = parseFloat(style.gridAutoRows) + gap;
    const columns = style.gridTemplateColumns.split(" ").length;
    const above = -element.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(above / pitch) - AROUND);
    const last = Math.ceil((above + innerHeight) / pitch) + AROUND;
    const next = { columns, pitch, from: first * columns, to: Math.min(total, Math.max(1, last) * columns) };
    setRoom((now) => JSON.stringify(now) === JSON.stringify(next) ? now : next);
  };
  useLayoutEffect(measure, [total]);
  useEffect(() => {
    const resized = new ResizeObserver(measure);
    resized.observe(list.current!);
    let frame = 0;
    const scrolled = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => { measure(); remember(SCROLLED, scrollY); });
    };
    addEventListener("scroll", scrolled, { passive: true });
    return () => { resized.disconnect(); removeEventListener("scroll", scrolled); cancelAnimationFrame(frame); };
  }, [total]);
  useEffect(() => { if (room.pitch) onRange(room.from, room.to); }, [room, total]);

  const begun = useRef(false);
  useLayoutEffect(() => { // where one was: once the shelf has its height
    if (begun.current || !room.pitch) return;
    begun.current = true;
    const place = Number(recall(SCROLLED)) || 0;
    if (place) scrollTo(0, place);
  }, [room]);

  const rows = Math.ceil(total / room.columns), first = Math.floor(room.from / room.columns);
  const shown = Array.from({ length: Math.max(0, Math.min(total, room.to) - room.from) },
                           (_, index) => room.from + index);
  return (
    <ul class="cards" ref={list} aria-busy={busy}
        style={room.pitch ? { paddingTop: `${first * room.pitch}px`, height: `${rows * room.pitch}px` } : {}}>
      {shown.map(card)}
    </ul>
  );
}

/** Forgets where one was: something else is asked for. */
export function fromTheTop(): void {
  remember(SCROLLED, 0);
}
