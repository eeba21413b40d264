/** When a session is checked, in ms (spec 000 §4). */
export const FIRST_BEAT_MS = { afterRestore: 500, afterBegin: 1000 } as const;
export const BEAT_MS = 5 * 60 * 1000;

/** Calls `beat` after a first delay and then every five minutes, until stopped. Starting anew replaces the first. */
export function createHeartbeat(beat: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      schedule(BEAT_MS);
      beat();
    }, delay);
  }

  return {
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
