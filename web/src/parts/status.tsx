/** Messages about the connection to the studio, in a corner of the window: they never move the board. */

import { useEffect, useState } from "preact/hooks";
import { listen, said } from "../messages";

export function Status() {
  const [, setCount] = useState(0);
  useEffect(() => listen(() => setCount((count) => count + 1)), []);
  return (
    <div class="status" role="status" aria-live="polite">
      {[...new Set(said().values())].map((words) => <p key={words}>{words}</p>)}
      {said().has("page") && <button onClick={() => location.reload()}>Reload</button>}
    </div>
  );
}
