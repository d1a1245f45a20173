/** The studio's page: a bar to get around, and the page one is on. */

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "./style/base.css";
import "./boards";
import { Closed } from "./parts/closed";
import { Status } from "./parts/status";
import { ThemeButton } from "./parts/theme";
import { lazy } from "./parts/lazy";
import { sendLeft } from "./journal";
import { address, type Page, usePlace } from "./router";
import { useOpened } from "./open";
import { LibraryView } from "./views/library";
import { PlayView } from "./views/play";
import { StartView } from "./views/start";
import { StringView } from "./views/string";
import { TutorialView } from "./views/tutorial";

// The pages of designers are loaded when they are first opened.
const CheckView = lazy(() => import("./views/check").then((module) => module.CheckView));
const EditView = lazy(() => import("./views/edit").then((module) => module.EditView));
const MakeView = lazy(() => import("./views/make").then((module) => module.MakeView));
const PrintView = lazy(() => import("./views/print").then((module) => module.PrintView));
const ShareView = lazy(() => import("./views/share").then((module) => module.ShareView));

const OF_A_PUZZLE = { play: PlayView, edit: EditView, check: CheckView, share: ShareView };
const TABS: [Page, string][] = [
  ["play", "Play"], ["edit", "Edit"], ["check", "Check"], ["share", "Share & print"]];

function Studio() {
  const place = usePlace();
  const open = place.page in OF_A_PUZZLE ? place.id : "";
  const main = useRef<HTMLElement>(null);
  useEffect(() => { if (!open) named(PAGES[place.page] ?? ""); }, [place]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) refocus(main.current!);
    begun.current = true;
  }, [place]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => {
        event.preventDefault(); // the part of the address after # tells the page
        main.current!.focus();
      }}>Skip to the page</a>
      <header class="bar">
        <a class="brand" href={address("start")} aria-label="Nonoforge"><img src="./icon.svg" alt="" />Nonoforge</a>
        <nav aria-label="Studio">
          <Tab page="start" name="Start" here={place.page} />
          <Tab page="library" name="Library" here={place.page} />
          <Tab page="make" name="Make" here={place.page} />
        </nav>
        {open && (
          <nav class="of-puzzle" aria-label="This puzzle">
            {TABS.map(([page, name]) =>
              <Tab key={page} page={page} name={name} id={open} here={place.page} />)}
          </nav>
        )}
        <ThemeButton />
      </header>
      <main id="main" ref={main} tabIndex={-1} class={`page-${place.page}`}>
        {open ? <OfPuzzle key={`${place.page}/${open}`} page={place.page} id={open} />
          : place.page === "start" ? <StartView />
          : place.page === "tutorial" ? <TutorialView key={place.id} family={place.id} />
          : place.page === "make" ? <MakeView />
          : place.page === "print" ? <PrintView key={place.id} ids={place.id} />
          : place.page === "string" ? <StringView text={place.id} />
          : <LibraryView />}
      </main>
      <Status />
    </>
  );
}

const PAGES: Partial<Record<Page, string>> = {
  start: "Start", tutorial: "Tutorial", library: "Library", make: "Make", print: "A booklet",
  string: "A shared puzzle" };
const LONGEST = 80; // letters of a puzzle's title in the title of the tab

/** What the browser's tab and history say. */
function named(...words: string[]): void {
  document.title = [...words, "Nonoforge"].filter(Boolean)
    .map((word) => word.length > LONGEST ? `${word.slice(0, LONGEST)}…` : word).join(" – ");
}

/** Where the keyboard was has gone with the page before: it goes on at the top of the new one. */
function refocus(main: HTMLElement): void {
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
}

function Tab({ page, name, id, here }: { page: Page; name: string; id?: string; here: Page }) {
  return <a href={address(page, id)} aria-current={page === here ? "page" : undefined}>{name}</a>;
}

function OfPuzzle({ page, id }: { page: Page; id: string }) {
  const { opened, error } = useOpened(id);
  const View = OF_A_PUZZLE[page as keyof typeof OF_A_PUZZLE];
  useEffect(() => named(opened?.entry.title ?? "", TABS.find(([tab]) => tab === page)?.[1] ?? ""),
            [page, opened]);
  if (error) return <Closed text={error} />;
  return opened ? <View opened={opened} /> : <p class="waiting" aria-busy="true">Opening…</p>;
}

render(<Studio />, document.getElementById("app")!);
void sendLeft();
