/** Trying something out: marks made since then stand out, and are kept or dropped together. */

interface Props { on: boolean; changed: boolean; onBegin: () => void; onKeep: () => void; onDrop: () => void }

export function Trial({ on, changed, onBegin, onKeep, onDrop }: Props) {
  if (!on) return <button onClick={onBegin} title="Try something out (t)">Try out</button>;
  return (
    <span class="trial" role="group" aria-label="Try-out">
      <span class="soft small">Trying out:</span>
      <button onClick={onKeep}>Keep</button>
      <button onClick={onDrop}>{changed ? "Drop" : "End"}</button>
    </span>
  );
}
