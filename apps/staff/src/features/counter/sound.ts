import { localStore } from "@loyalty/api-client/store";

const KEY = "counterSound";
const NOTES = { yes: [660, 990], no: [220, 165], wait: [440] } as const;
const NOTE_S = 0.14;
const VOLUME = 0.25;
/** An answer that is heard later than this is heard as that of something else. */
const MAX_DELAY_MS = 1000;

let audio: AudioContext | null = null;

/** Whether the counter makes sounds; it does until a user mutes it. */
export const isSoundOn = (): boolean => localStore.read(KEY) !== "off";

export const setSound = (isOn: boolean): void => localStore.write(KEY, isOn ? "on" : "off");

/**
 * Makes the tablet ready for sounds. To be called while it is touched or typed on: a browser lets a page begin to sound
 * only then, and a tablet that slept has ended its sound.
 */
export function wakeSound(): AudioContext | null {
  if (!isSoundOn() || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {});
  return audio;
}

/** Plays what an answer sounds like, unless muted. A browser without sound stays silent: colour and words say the same. */
export function playSound(kind: keyof typeof NOTES): void {
  const context = wakeSound();
  const askedAt = performance.now();
  context?.resume().then(
    () => {
      // What could not be played at once is not played at the next touch, for another guest.
      if (performance.now() - askedAt < MAX_DELAY_MS) play(context, NOTES[kind]);
    },
    () => {},
  );
}

function play(context: AudioContext, notes: readonly number[]) {
  const { destination, currentTime } = context;
  const gain = context.createGain();
  gain.gain.value = VOLUME;
  gain.connect(destination);
  notes.forEach((frequency, index) => {
    const note = context.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(currentTime + index * NOTE_S);
    note.stop(currentTime + (index + 1) * NOTE_S);
  });
}
