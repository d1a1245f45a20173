/** The controls over a solid: the switch to layers, the slices, the layer that is shown. */

import { WORDS } from "./flat";
import type { Situation } from "./situation";
import { AXES, isWhole, moveEnd, NAMES, type Slice } from "./space";

export interface Wishes {
  layers(on: boolean): void;
  slice(slice: Slice): void;
  layer(axis: number, layer: number): void;
}

export interface Shown {
  layers: boolean; axis: number; layer: number; hasSpace: boolean;
  /** A message, or an empty string. */
  words: string;
}

const ENDS = ["low", "high"] as const;

export class Panel {
  readonly element = make("div", "solid-panel");
  private readonly switch_ = button("Layers", "Show one layer at a time, flat");
  private readonly slices = button("Slice", "Hide layers, to reach what is inside");
  private readonly whole = button("Whole", "Show all layers again");
  private readonly drawer = make("div", "solid-drawer");
  private readonly ends: Record<"low" | "high", HTMLInputElement>[];
  private readonly layerBar = make("div", "solid-layer");
  private readonly axes: HTMLButtonElement[];
  private readonly slider = slider("Layer", 1);
  private readonly number = document.createElement("output");
  private readonly words = make("p", "solid-words");

  constructor(private readonly situation: Situation, private readonly wishes: Wishes) {
    this.drawer.append(this.heading());
    this.ends = AXES.map((axis) => this.endsOf(axis));
    this.axes = AXES.map((axis) => this.axisButton(axis));
    const group = make("div", "solid-axes");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Layers across");
    group.append(...this.axes);
    this.layerBar.append(group, this.slider, this.number);
    const bar = make("div", "solid-bar");
    bar.append(this.switch_, this.slices, this.whole, this.layerBar);
    this.element.append(bar, this.drawer, this.words);
    this.drawer.hidden = true;
    this.listen();
  }

  private listen(): void {
    this.switch_.onclick = () => this.wishes.layers(this.switch_.ariaPressed !== "true");
    this.slices.onclick = () => this.openDrawer(this.drawer.hidden !== false);
    this.whole.onclick = () => {
      this.wishes.slice(this.situation.space.whole());
      this.slices.focus();
    };
    this.slider.oninput = () => this.wishes.layer(this.axis, Number(this.slider.value) - 1);
  }

  private axis = 2;

  private openDrawer(open: boolean): void {
    this.drawer.hidden = !open;
    this.slices.setAttribute("aria-expanded", String(open));
  }

  private heading(): HTMLElement {
    const row = make("div", "solid-ends");
    row.setAttribute("aria-hidden", "true"); // each slider says it itself
    row.append(...["", "from", "to"].map((word) => {
      const cell = document.createElement("span");
      cell.textContent = word;
      return cell;
    }));
    return row;
  }

  /** Two sliders for an axis: from which layer, to which. */
  private endsOf(axis: number): Record<"low" | "high", HTMLInputElement> {
    const { space } = this.situation;
    const row = make("div", "solid-ends");
    const name = document.createElement("b");
    name.textContent = NAMES[axis];
    row.append(name);
    const inputs = ENDS.map((end) => {
      const way = end === "low" ? "from" : "to";
      const input = slider(`${NAMES[axis]} ${way} layer`, space.sizes[axis]);
      input.oninput = () => this.wishes.slice(
        moveEnd(space, this.situation.slice, axis, end, Number(input.value) - 1));
      row.append(input);
      return input;
    });
    this.drawer.append(row);
    return { low: inputs[0], high: inputs[1] };
  }

  private axisButton(axis: number): HTMLButtonElement {
    const made = button(NAMES[axis], `Layers across ${NAMES[axis]}, ${WORDS[axis]}`);
    const { situation, wishes } = this;
    made.onclick = () => wishes.layer(axis, situation.space.at(situation.cursor, axis));
    return made;
  }

  show({ layers, axis, layer, hasSpace, words }: Shown): void {
    const { space, slice } = this.situation;
    this.axis = axis;
    this.switch_.hidden = !hasSpace;
    this.switch_.ariaPressed = String(layers);
    this.slices.hidden = layers;
    this.whole.hidden = layers || isWhole(space, slice);
    this.layerBar.hidden = !layers;
    if (layers) this.openDrawer(false);
    this.axes.forEach((each, at) => { each.ariaPressed = String(at === axis); });
    this.slider.max = String(space.sizes[axis]);
    this.slider.value = String(layer + 1);
    this.slider.setAttribute("aria-label", `Layer across ${NAMES[axis]}, ${WORDS[axis]}`);
    this.number.textContent = `${layer + 1} of ${space.sizes[axis]}`;
    this.words.textContent = words;
    this.words.hidden = !words;
    for (const each of AXES) for (const end of ENDS) this.setEnd(each, end, slice[end][each]);
  }

  private setEnd(axis: number, end: "low" | "high", at: number): void {
    const input = this.ends[axis][end];
    input.value = String(at + 1);
    // Both sliders have the full scale, so that a layer is at the same place on both.
    input.setAttribute("aria-valuetext", `${at + 1} of ${this.situation.space.sizes[axis]}`);
  }
}

function make(name: "div" | "p", kind: string): HTMLElement {
  const element = document.createElement(name);
  element.className = kind;
  return element;
}

function button(text: string, title: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.title = title;
  made.setAttribute("aria-label", title.length > 24 ? `${text}: ${title}` : title);
  return made;
}

function slider(label: string, most: number): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "range";
  input.min = "1";
  input.max = String(most);
  input.step = "1";
  input.setAttribute("aria-label", label);
  return input;
}
