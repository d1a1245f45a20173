/** Give a puzzle away: as a file of any format, a page that plays it, a link, or on paper. */

import { useEffect, useState } from "preact/hooks";
import { call, type FileAnswer, type Puzzle } from "../api";
import { FAMILIES } from "../generated/families";
import { DRAW_FIELDS } from "../generated/options";
import { chosen, usual } from "../model/fields";
import type { Opened } from "../open";
import { Fields } from "../parts/field";
import { Name } from "../parts/name";
import { PaperForm } from "../parts/paper";
import { Problem } from "../parts/problem";
import { address } from "../router";
import { Files } from "./share/files";
import { Told, useSaving } from "./share/saving";
import "./share.css";

const LINK = 8000; // letters of a link that browsers and mails let through

export function ShareView({ opened }: { opened: Opened }) {
  const { puzzle, board, entry } = opened;
  const page = useSaving(puzzle);
  return (
    <div class="share">
      <h1>Share <Name of={entry.title} usual="this puzzle" /></h1>
      <div class="share-columns">
        <Preview puzzle={puzzle} title={entry.title} />
        <div class="share-ways">
          <section class="panel">
            <h2>To play</h2>
            <p>One file that plays in any browser, without a server, also offline; with hints.</p>
            <div class="row">
              <button class="main" disabled={page.busy}
                      onClick={() => page.save("draw", { kind: "html" })}>Save a playable page</button>
              <Link puzzle={puzzle} />
            </div>
            <Told saving={page} />
          </section>
          <section class="panel">
            <h2>On paper</h2>
            <PaperForm puzzles={[puzzle]} primary={false} />
          </section>
          <section class="panel">
            <h2>As a picture</h2>
            <Pictures puzzle={puzzle} />
          </section>
          <section class="panel">
            <h2>As a file</h2>
            <Files puzzle={puzzle} board={board} />
          </section>
        </div>
      </div>
    </div>
  );
}

/** The puzzle as it is printed; an image, so that nothing in it can do anything. */
function Preview({ puzzle, title }: { puzzle: Puzzle; title: string }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    let made = "";
    void call<FileAnswer>("draw", { puzzle, kind: "svg", solved: false }).then((file) => {
      const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
      made = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
      setUrl(made);
    }, () => setUrl(""));
    return () => URL.revokeObjectURL(made);
  }, [puzzle]);
  return <div class="panel preview">{url && <img src={url} alt={`The puzzle ${title}, to be solved`} />}</div>;
}

function Link({ puzzle }: { puzzle: Puzzle }) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [copied, setCopied] = useState("");
  const make = () => void call<FileAnswer>("convert", { puzzle, to: "share", lossy: true }).then(
    (file) => setText(atob(file.data).trim()), (problem: Error) => setError(problem.message));
  const copy = (what: string, value: string) => void navigator.clipboard.writeText(value).then(
    () => setCopied(what), () => setError("The browser lets nothing be copied: copy it by hand."));
  if (!text) return (
    <>
      <button onClick={make}>Make a share string</button>
      {error && <Problem text={error} />}
    </>
  );
  const link = `${location.origin}${location.pathname}${address("string", text)}`;
  return (
    <div class="link">
      <label>Share string ({text.length.toLocaleString("en")} letters)
        <textarea readOnly rows={4} value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row">
        <button onClick={() => copy("string", text)}>{copied === "string" ? "Copied" : "Copy"}</button>
        {link.length <= LINK && <button onClick={() => copy("link", link)}>
          {copied === "link" ? "Copied" : "Copy as a link to this studio"}</button>}
      </div>
      {error && <Problem text={error} />}
      <p class="small soft">Paste it into the library of any Nonoforge; commands read it, too:{" "}
        <code>echo STRING | nonoforge solve -</code>. The solution is not in it.</p>
    </div>
  );
}

const NAMES: Record<string, string> = { svg: "SVG", png: "PNG", ipe: "Ipe" };

const FIELDS = DRAW_FIELDS.filter(({ name }) => name !== "paper"); // that is for printing

function Pictures({ puzzle }: { puzzle: Puzzle }) {
  const saving = useSaving(puzzle);
  const [solved, setSolved] = useState(false);
  const [set, setSet] = useState(usual(FIELDS));
  const { views, numbered } = FAMILIES[String(puzzle.family)], values = { ...set, views, numbered };
  // An Ipe file is to be drawn on: it shows all that there is.
  const options = (kind: string) => kind === "ipe" ? {} : chosen(FIELDS, values);
  return (
    <>
      <Fields fields={FIELDS} values={values} onValue={(name, value) => setSet((now) => ({ ...now, [name]: value }))} />
      <div class="row">
        <label class="row"><input type="checkbox" checked={solved}
          onChange={(event) => setSolved(event.currentTarget.checked)} /> with the solution</label>
        {Object.keys(NAMES).map((kind) => <button key={kind} disabled={saving.busy}
          aria-label={`Save as ${NAMES[kind]}`}
          onClick={() => saving.save("draw", { kind, solved, ...options(kind) })}>{NAMES[kind]}</button>)}
      </div>
      <Told saving={saving} />
    </>
  );
}
