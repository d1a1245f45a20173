/** Give a puzzle away: as a file of any format, a page that plays it, a link, or on paper. */

import { useEffect, useState } from "preact/hooks";
import { call, download, type FileAnswer, type Puzzle } from "../api";
import type { Opened } from "../open";
import { Name } from "../parts/name";
import { PaperForm } from "../parts/paper";
import { Problem } from "../parts/problem";
import { address } from "../router";
import "./share.css";

interface Format {
  name: string; extensions: string[]; description: string; can_write: boolean; families: string[];
}

const LINK = 8000; // letters of a link that browsers and mails let through

export function ShareView({ opened }: { opened: Opened }) {
  const { puzzle, board, entry } = opened;
  const [error, setError] = useState("");
  const [remarks, setRemarks] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const save = (verb: string, body: object) => {
    setBusy(true);
    setError("");
    call<FileAnswer & { remarks: string[] }>(verb, { puzzle, ...body })
      .then((file) => { download(file); setRemarks(file.remarks); },
            (problem: Error) => { setError(problem.message); setRemarks([]); })
      .finally(() => setBusy(false));
  };
  return (
    <div class="share">
      <h1>Share <Name of={entry.title} usual="this puzzle" /></h1>
      {error && <Problem text={error} />}
      {remarks.map((remark) => <p key={remark} class="soft" role="status">{remark}</p>)}
      <div class="share-columns" aria-busy={busy}>
        <Preview puzzle={puzzle} title={entry.title} />
        <div class="share-ways">
          <section class="panel">
            <h2>To play</h2>
            <p>One file that plays in any browser, without a server, also offline; with hints.</p>
            <div class="row">
              <button class="main" disabled={busy} onClick={() => save("draw", { kind: "html" })}>
                Save a playable page</button>
              <Link puzzle={puzzle} />
            </div>
          </section>
          <section class="panel">
            <h2>On paper</h2>
            <PaperForm puzzles={[puzzle]} />
          </section>
          <section class="panel">
            <h2>As a picture</h2>
            <Pictures family={board.family} busy={busy} onSave={(body) => save("draw", body)} />
          </section>
          <section class="panel">
            <h2>As a file</h2>
            <Files family={board.family} busy={busy} onSave={(to, lossy) => save("convert", { to, lossy })} />
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
      <p class="small soft">Paste it into the library of any Nonoforge, or give it to the command
        line. The solution is not in it.</p>
    </div>
  );
}

const NAMES: Record<string, string> = { svg: "SVG", png: "PNG", ipe: "Ipe" };

interface PicturesProps { family: string; busy: boolean; onSave: (body: object) => void }

function Pictures({ family, busy, onSave }: PicturesProps) {
  const [solved, setSolved] = useState(false);
  const kinds = family === "sloped" || family === "curved" ? ["svg", "png", "ipe"] : ["svg", "png"];
  return (
    <div class="row">
      <label class="row"><input type="checkbox" checked={solved}
        onChange={(event) => setSolved(event.currentTarget.checked)} /> with the solution</label>
      {kinds.map((kind) => <button key={kind} disabled={busy} aria-label={`Save as ${NAMES[kind]}`}
        onClick={() => onSave({ kind, solved })}>{NAMES[kind]}</button>)}
    </div>
  );
}

interface FilesProps { family: string; busy: boolean; onSave: (to: string, lossy: boolean) => void }

function Files({ family, busy, onSave }: FilesProps) {
  const [formats, setFormats] = useState<Format[]>([]);
  const [to, setTo] = useState("nono");
  const [lossy, setLossy] = useState(false);
  useEffect(() => {
    call<Format[]>("formats", {}).then((all) => setFormats(all.filter((format) =>
      format.can_write && format.families.includes(family))), () => setFormats([]));
  }, [family]);
  return (
    <div class="row">
      <select aria-label="Format" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
        {formats.map(({ name, extensions, description }) =>
          <option key={name} value={name}>{extensions[0]} – {description}</option>)}
      </select>
      <label class="row"><input type="checkbox" checked={lossy}
        onChange={(event) => setLossy(event.currentTarget.checked)} /> leave out what the format cannot hold</label>
      <button disabled={busy} onClick={() => onSave(to, lossy)} aria-label="Save the file">Save</button>
    </div>
  );
}
