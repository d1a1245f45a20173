/** The entry of a self-contained file whose board needs no 3D. */

import "./boards/flat";
import { startPlayer } from "./parts/player";

startPlayer();
