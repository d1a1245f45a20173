/** Where in the studio we are: the part of the address after #. */

import { useEffect, useState } from "preact/hooks";

export type Page = "start" | "tutorial" | "library" | "make" | "play" | "edit" | "check" | "share" | "print" | "string";
export interface Place { page: Page; id: string }

const PAGES = ["start", "tutorial", "make", "play", "edit", "check", "share", "print", "string"];

const NEED_ID = ["play", "edit", "check", "share", "print", "string"];

/** `#/play/x7f3` -> {page: "play", id: "x7f3"}; whatever is not known is the library. */
export function placeOf(hash: string): Place {
  const [, page = "", id = ""] = hash.replace(/^#/, "").split("/");
  const known = PAGES.includes(page) && (id || !NEED_ID.includes(page));
  return known ? { page: page as Page, id } : { page: "library", id: "" };
}

export function address(page: Page, id = ""): string {
  return page === "library" ? "#/" : `#/${page}${id ? `/${id}` : ""}`;
}

export function go(page: Page, id = ""): void {
  location.hash = address(page, id);
}

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location.hash));
  useEffect(() => {
    const moved = () => setPlace(placeOf(location.hash));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return place;
}
