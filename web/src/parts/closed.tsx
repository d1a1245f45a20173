/** A page that cannot be shown: why, and a way out. */

import { address } from "../router";
import { Problem } from "./problem";

export function Closed({ text }: { text: string }) {
  return (
    <div>
      <h1>This cannot be opened</h1>
      <Problem text={text} />
      <p><a class="button" href={address("library")}>To the library</a></p>
    </div>
  );
}
