/** Pictures of what comes out: cells on a canvas, or a drawing as an image. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Puzzle } from "../../api";
import { pictureOf } from "./answers";

interface Colours { palette: string[]; width: number }

/** The colours of a grid's `.nono` file; black and white need not be said there. */
function coloursOf(puzzle: Puzzle): Colours {
  const palette = (puzzle.palette as { rgb: string }[] | undefined)?.map(({ rgb }) => rgb);
  return { palette: palette ?? ["#ffffff", "#000000"], width: Number(puzzle.width) };
}

/** A solved grid without its clues: quick to paint while a slider moves. */
export function CellPicture({ puzzle, lines = true }: { puzzle: Puzzle; lines?: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { palette, width } = coloursOf(puzzle), cells = pictureOf(puzzle);
    const height = cells.length / width;
    const { clientWidth, clientHeight } = canvas.current!;
    const room = Math.min(clientWidth / width, clientHeight / height) * devicePixelRatio;
    const size = Math.max(2, Math.floor(room)); // so that lines fall on pixels
    const pen = canvas.current!.getContext("2d")!;
    Object.assign(canvas.current!, { width: width * size + 1, height: height * size + 1 });
    const gap = lines && size > 5 ? 1 : 0;
    pen.fillStyle = gap ? "#c4bfb4" : palette[0];
    pen.fillRect(0, 0, width * size + 1, height * size + 1);
    cells.forEach((colour, cell) => {
      pen.fillStyle = palette[colour];
      pen.fillRect((cell % width) * size + gap, Math.floor(cell / width) * size + gap, size - gap, size - gap);
    });
  }, [puzzle]);
  return <canvas ref={canvas} class="cells" role="img" aria-label="The picture in cells" />;
}

/** A drawing in SVG (base64): an image, so that nothing in it can do anything. */
export function SvgPicture({ data, words }: { data: string; words: string }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url ? <img src={url} alt={words} /> : null;
}
