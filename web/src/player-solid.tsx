/** The entry of a self-contained file with a solid. */

import "./boards/solid/kind";
import { startPlayer } from "./parts/player";

startPlayer();
