/** The path of a stroke over the cells: it skips none and stays in a row or a column. */

type Place = [column: number, row: number];

const CLEAR = 2; // cells along one axis, with none across, after which the direction is fixed

export class Stroke {
  private way: "open" | "row" | "column" | "free" = "open";
  private last: Place;
  private readonly touched = new Set<string>();

  constructor(private readonly start: Place, free: boolean) {
    this.last = start;
    if (free) this.way = "free";
    this.touched.add(String(start));
  }

  /** Moves to a place; returns the cells passed on the way. */
  to(place: Place, free: boolean): Place[] {
    const goal = free ? place : this.straight(place);
    const steps = Math.max(...[0, 1].map((axis) => Math.abs(goal[axis] - this.last[axis])));
    const cells: Place[] = [];
    for (let step = 1; step <= steps; step++)
      cells.push([0, 1].map((axis) =>
        Math.round(this.last[axis] + ((goal[axis] - this.last[axis]) * step) / steps)) as Place);
    this.last = goal;
    for (const cell of cells) this.touched.add(String(cell));
    return cells;
  }

  /** The number of cells, if they lie in one line. */
  get count(): number {
    const straight = this.way !== "free" && this.way !== "open";
    return straight || this.touched.size <= CLEAR ? this.touched.size : 0;
  }

  /** The axes along which it runs; none before the direction is fixed. */
  get axes(): { x: boolean; y: boolean } {
    const free = this.way === "free";
    return { x: free || this.way === "row", y: free || this.way === "column" };
  }

  private straight(place: Place): Place {
    const [dx, dy] = [Math.abs(place[0] - this.start[0]), Math.abs(place[1] - this.start[1])];
    if (this.way === "open" && dx && dy) this.way = "free";
    if (this.way === "open" && dx >= CLEAR) this.way = "row";
    if (this.way === "open" && dy >= CLEAR) this.way = "column";
    if (this.way === "row") return [place[0], this.start[1]];
    return this.way === "column" ? [this.start[0], place[1]] : place;
  }
}
