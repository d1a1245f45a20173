/** A place to drop files on; what is in it stays as it is. It shows that it is ready to take them. */

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import "./drop.css";

interface Props { class?: string; onDrop: (event: DragEvent) => void; children: ComponentChildren }

export function Drop({ class: name = "", onDrop, children }: Props) {
  const [over, setOver] = useState(false);
  return (
    <div class={`drop ${name} ${over ? "over" : ""}`}
         onDragOver={(event) => { event.preventDefault(); setOver(true); }}
         onDragLeave={(event) => {
           if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
         }}
         onDrop={(event) => { event.preventDefault(); setOver(false); onDrop(event); }}>
      {children}
    </div>
  );
}

interface FileButtonProps {
  accept: string; class?: string; onFiles: (files: File[]) => void; label: string;
}

/** The same by keyboard, or by touch. */
export function FileButton({ accept, class: name, onFiles, label }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={name} onClick={() => input.current!.click()}>{label}</button>
      <input ref={input} type="file" hidden accept={accept} aria-label={label} multiple
             onChange={(event) => {
               onFiles([...event.currentTarget.files ?? []]);
               event.currentTarget.value = "";
             }} />
    </>
  );
}
