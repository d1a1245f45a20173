/** Colours: readable ink on a background, and the variables of the theme. */

/** The relative luminance of a colour (WCAG), 0 to 1. */
export function luminance(rgb: string): number {
  const part = (at: number) => {
    const value = parseInt(rgb.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** Black or white, whichever has more contrast. */
export function inkOn(rgb: string): string {
  return luminance(rgb) > 0.179 ? "#000000" : "#ffffff";
}

let brush: CanvasRenderingContext2D | null = null; // created on first use: tests have no canvas

/** The colour of a variable of base.css, such as `--accent`, always as #rrggbb: minified style
 *  sheets may have #rgb or a name. */
export function themed(name: string): string {
  brush ??= document.createElement("canvas").getContext("2d")!;
  brush.fillStyle = "#000000";
  brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return brush.fillStyle as string;
}
