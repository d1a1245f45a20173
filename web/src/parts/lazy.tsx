/** Views that are loaded when they are first shown. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Closed } from "./closed";

export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [, setCount] = useState(0);
    const [error, setError] = useState("");
    useEffect(() => {
      if (!loaded) load().then((view) => { loaded = view; setCount((count) => count + 1); },
        () => setError("This page could not be loaded: the studio was updated or stopped. Reload it."));
    }, []);
    if (error) return <Closed text={error} />;
    const View = loaded;
    return View ? <View {...props} /> : <p class="waiting" aria-busy="true">Opening…</p>;
  };
}
