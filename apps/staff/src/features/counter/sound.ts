import { localStore } from "@loyalty/api-client/store.ts";

const KEY = "counterSound";
/** Notes in Hz, one after the other: up for yes, low for no, one for what waits. */
const NOTES = { yes: [660, 990], no: [220, 165], wait: [440] } as const;
const NOTE_S = 0.14;
const VOLUME = 0.25;

let audio: AudioContext | null = null;

/** Whether the counter makes sounds; it does until somebody mutes it. */
export const isSoundOn = (): boolean => localStore.read(KEY) !== "off";

/** Turns the sounds on or off, on this tablet. */
export const setSound = (isOn: boolean): void => localStore.write(KEY, isOn ? "on" : "off");

/** Plays what an answer sounds like, unless muted. A browser without sound stays silent: colour and words say the same. */
export function playSound(kind: keyof typeof NOTES): void {
  if (!isSoundOn() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const { destination, currentTime } = audio;
  const gain = audio.createGain();
  gain.gain.value = VOLUME;
  gain.connect(destination);
  NOTES[kind].forEach((frequency, index) => {
    const note = audio!.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(currentTime + index * NOTE_S);
    note.stop(currentTime + (index + 1) * NOTE_S);
  });
}
