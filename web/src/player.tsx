/** The entry of a self-contained file with a grid, a sloped or a curved puzzle. */

import { gridBoard } from "./boards/grid";
import { planeBoard } from "./boards/plane";
import { startPlayer } from "./parts/player";

startPlayer((board, strokes) => (board.grid ? gridBoard : planeBoard)(board, strokes));
