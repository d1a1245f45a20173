/** All boards of the studio; each is loaded when it is first shown. */

import "./flat";
import "./solid/kind";
