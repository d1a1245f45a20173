/** The entry of a self-contained file with a solid. */

import { solidBoard } from "./boards/solid";
import { startPlayer } from "./parts/player";

startPlayer(solidBoard);
