/** Work that takes a while: how far it is, what goes on, and a way to stop it. */

import { useEffect, useState } from "preact/hooks";
import type { Progress } from "../api";

interface Props { progress: Progress | null; onCancel: () => void }

export function ProgressBar({ progress, onCancel }: Props) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const share = progress?.share ?? null;
  return (
    <div class="progress">
      <progress aria-label="Progress" value={share ?? undefined} />
      <p class="small row"><span role="status">{progress?.words || "beginning"}</span>
        <span class="soft">{seconds} s</span></p>
      <button type="button" onClick={onCancel}>Cancel</button>
    </div>
  );
}
