/** Sounds and a shake of the phone, for those who like them. Made on the spot: no files. */

export type Signal = "mark" | "line" | "win";

const NOTES: Record<Signal, number[]> = { mark: [330], line: [523, 659], win: [523, 659, 784, 1047] };
const SHAKES: Record<Signal, number | number[]> = { mark: 8, line: [12, 40, 12], win: [30, 60, 30, 60, 90] };
let air: AudioContext | null = null;

export function signal(kind: Signal, how: { sound: boolean; haptics: boolean }): void {
  if (how.haptics) navigator.vibrate?.(SHAKES[kind]);
  if (!how.sound || typeof AudioContext === "undefined") return;
  air ??= new AudioContext();
  NOTES[kind].forEach((pitch, at) => tone(air!, pitch, air!.currentTime + 0.09 * at, kind === "mark" ? 0.04 : 0.1));
}

function tone(context: AudioContext, pitch: number, start: number, loud: number): void {
  const wave = context.createOscillator(), volume = context.createGain();
  wave.type = "triangle";
  wave.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.22);
  wave.connect(volume).connect(context.destination);
  wave.start(start);
  wave.stop(start + 0.25);
}
