/** Creates elements of SVG; text is never parsed as markup. */

const NS = "http://www.w3.org/2000/svg";

export function make<Name extends keyof SVGElementTagNameMap>(
  name: Name, attributes: Record<string, string | number> = {}, parent?: Element,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(NS, name);
  set(element, attributes);
  parent?.append(element);
  return element;
}

export function set(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}
