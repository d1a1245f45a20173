/** The picture that a puzzle is made from, and a frame on it: the part that is taken. */

import { useRef, useState } from "preact/hooks";
import { NumberBox } from "../../parts/number";
import { between, type Crop, cropped, type Shares } from "./crop";

interface Props {
  url: string; name: string; pixels?: [number, number]; crop: Crop | null;
  /** Only a grid can be made from a part. */
  onCrop?: (crop: Crop | null) => void;
}

const TINY = 128; // pixels along a side: each is to be seen

export function SourcePane({ url, name, pixels, crop, onCrop }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [from, setFrom] = useState<[number, number] | null>(null);
  const [to, setTo] = useState<[number, number]>([0, 0]);
  const [broken, setBroken] = useState(false);
  const [ratio, setRatio] = useState(1);
  const [tiny, setTiny] = useState(false);
  const at = (event: PointerEvent): [number, number] => {
    const box = image.current!.getBoundingClientRect();
    const within = (share: number) => Math.max(0, Math.min(1, share));
    return [within((event.clientX - box.left) / box.width), within((event.clientY - box.top) / box.height)];
  };
  const can = Boolean(onCrop && pixels);
  const end = () => {
    if (from && pixels) onCrop!(cropped(from, to, pixels));
    setFrom(null);
  };
  const shown = from ? between(from, to) : crop && pixels ? shares(crop, pixels) : null;
  if (broken) return <p class="soft small">{name}: the browser cannot show it.</p>;
  return (
    <div class="holder">
      <div class={`picture ${can ? "can-crop" : ""} ${tiny ? "tiny" : ""}`} style={{ "--ratio": String(ratio) }}
           onPointerDown={(event) => {
             if (!can || event.button) return;
             event.preventDefault();
             event.currentTarget.setPointerCapture(event.pointerId);
             setFrom(at(event));
             setTo(at(event));
           }}
           onPointerMove={(event) => { if (from) setTo(at(event)); }}
           onPointerUp={end} onPointerCancel={() => setFrom(null)}>
        <img ref={image} src={url} alt={`The source, ${name}`} draggable={false}
             onLoad={({ currentTarget: { naturalWidth: wide, naturalHeight: high } }) => {
               setRatio(wide && high ? wide / high : 1);
               setTiny(wide <= TINY && high <= TINY);
             }}
             onError={() => setBroken(true)} />
        {shown && <span class="crop" style={box(shown)} />}
      </div>
    </div>
  );
}

function shares([left, top, width, height]: Crop, [wide, high]: [number, number]): Shares {
  return [left / wide, top / high, width / wide, height / high];
}

function box([left, top, width, height]: Shares): Record<string, string> {
  const percent = (share: number) => `${100 * share}%`;
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}

interface CropFieldsProps {
  pixels: [number, number]; crop: Crop | null;
  /** How the part changes: two changes may come before the page is drawn again. */
  onCrop: (change: (crop: Crop | null) => Crop | null) => void;
}

/** The same by keyboard. */
export function CropFields({ pixels, crop, onCrop }: CropFieldsProps) {
  const [wide, high] = pixels;
  const all: Crop = [0, 0, wide, high];
  const set = (index: number, given: number | null) => onCrop((now) => {
    if (given === null || !Number.isInteger(given)) return now;
    const next = (now ?? all).map((value, at) => (at === index ? given : value)) as Crop;
    const [x, y, width, height] = next;
    return x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= wide && y + height <= high ? next : now;
  });
  return (
    <details class="more" open={crop !== null}>
      <summary>Crop</summary>
      <p class="small soft">Draw a frame on the picture, or say it in pixels.</p>
      <div class="numbers">
      {["Left", "Top", "Width", "Height"].map((name, index) => (
        <label key={name} class="small">{name}
          <NumberBox min={index < 2 ? 0 : 1} max={index % 2 ? high : wide} value={(crop ?? all)[index]}
                     onNumber={(given) => set(index, given)} />
        </label>
      ))}
      {crop && <button type="button" onClick={() => onCrop(() => null)}>The whole picture</button>}
      </div>
    </details>
  );
}
