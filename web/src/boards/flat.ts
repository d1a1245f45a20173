/** Boards without 3D; a line for each. */

import "./grid/kind";
import "./plane/kind";
import "./tri/kind";
