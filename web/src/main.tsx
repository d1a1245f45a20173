/** The studio's page: a bar to get around, and the page one is on. */

import { render } from "preact";
import "./style/base.css";
import { Problem } from "./parts/problem";
import { ThemeButton } from "./parts/theme";
import { address, type Page, usePlace } from "./router";
import { useOpened } from "./open";
import { CheckView } from "./views/check";
import { EditView } from "./views/edit";
import { LibraryView } from "./views/library";
import { MakeView } from "./views/make";
import { PlayView } from "./views/play";
import { PrintView } from "./views/print";
import { ShareView } from "./views/share";
import { StringView } from "./views/string";

const OF_A_PUZZLE = { play: PlayView, edit: EditView, check: CheckView, share: ShareView };
const TABS: [Page, string][] = [
  ["play", "Play"], ["edit", "Edit"], ["check", "Check"], ["share", "Share & print"]];

function Studio() {
  const place = usePlace();
  const open = place.page in OF_A_PUZZLE ? place.id : "";
  return (
    <>
      <header class="bar">
        <a class="brand" href={address("library")} aria-label="Nonoforge"><img src="./icon.svg" alt="" />Nonoforge</a>
        <nav aria-label="Studio">
          <Tab page="library" name="Library" here={place.page} />
          <Tab page="make" name="Make" here={place.page} />
          {open && <span class="divider" aria-hidden="true" />}
          {open && TABS.map(([page, name]) =>
            <Tab key={page} page={page} name={name} id={open} here={place.page} />)}
        </nav>
        <ThemeButton />
      </header>
      <main id="main" class={`page-${place.page}`}>
        {open ? <OfPuzzle key={open} page={place.page} id={open} />
          : place.page === "make" ? <MakeView />
          : place.page === "print" ? <PrintView key={place.id} ids={place.id} />
          : place.page === "string" ? <StringView text={place.id} />
          : <LibraryView />}
      </main>
    </>
  );
}

function Tab({ page, name, id, here }: { page: Page; name: string; id?: string; here: Page }) {
  return <a href={address(page, id)} aria-current={page === here ? "page" : undefined}>{name}</a>;
}

function OfPuzzle({ page, id }: { page: Page; id: string }) {
  const { opened, error } = useOpened(id);
  const View = OF_A_PUZZLE[page as keyof typeof OF_A_PUZZLE];
  if (error) return <Problem text={error} />;
  return opened ? <View opened={opened} /> : <p class="waiting" aria-busy="true">Opening…</p>;
}

render(<Studio />, document.getElementById("app")!);
