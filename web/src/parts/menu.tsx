/** A button that opens a menu: one entry after the other by arrow keys, closed by Escape. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import "./menu.css";

/** An entry: a link, or something to do; one that is ticked has a tick. */
export interface MenuEntry { words: string; href?: string; act?: () => void; ticked?: boolean; download?: boolean }

interface Props {
  label: string; entries: MenuEntry[]; class?: string; title?: string; children: ComponentChildren;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

export function Menu({ label, entries, class: name = "", title, children }: Props) {
  const [open, setOpen] = useState(false);
  const holder = useRef<HTMLDivElement>(null), button = useRef<HTMLButtonElement>(null);
  const items = () => [...holder.current!.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  useEffect(() => {
    if (!open) return undefined;
    items()[0]?.focus();
    const outside = (event: Event) => {
      if (!holder.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", outside, true);
    addEventListener("focusin", outside, true);
    return () => {
      removeEventListener("pointerdown", outside, true);
      removeEventListener("focusin", outside, true);
    };
  }, [open]);
  const close = () => { setOpen(false); button.current!.focus(); };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key in STEPS) {
      const all = items(), at = all.indexOf(document.activeElement as HTMLElement);
      all[Math.max(0, Math.min(all.length - 1, at + STEPS[event.key]))].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={`menu ${name}`} ref={holder} onKeyDown={open ? pressed : undefined}>
      <button ref={button} type="button" aria-label={label} aria-haspopup="menu" aria-expanded={open}
              title={title} onClick={() => setOpen(!open)}>{children}</button>
      {open && (
        <div class="menu-list" role="menu" aria-label={label}>
          {entries.map(({ words, href, act, ticked, download }) => href !== undefined
            ? <a key={words} role="menuitem" tabIndex={-1} href={href} download={download}
                 onClick={() => setOpen(false)}>{words}</a>
            : <button key={words} role={ticked === undefined ? "menuitem" : "menuitemcheckbox"} type="button"
                      aria-checked={ticked} tabIndex={-1} onClick={() => { close(); act?.(); }}>
                {ticked !== undefined && <span class="tick" aria-hidden="true">{ticked ? "✓" : ""}</span>}{words}
              </button>)}
        </div>
      )}
    </div>
  );
}
