import { startTransition, useEffect, useState } from "react";

import { prefersReducedMotion } from "../theme/reduced-motion.ts";

/** What turns by itself, one after the other, and begins again. */
export interface Rotation {
  /** The one in front, from 0. */
  index: number;
  goTo: (index: number) => void;
  /** Whether it may turn by itself at all: not for readers who asked for less motion. */
  canTurn: boolean;
}

/**
 * Brings the next one to the front every so often; a jump starts the wait anew.
 *
 * @param count how many there are
 * @param everyMs how long each is in front, in ms
 * @param held stays where it is while true
 */
export function useRotation(count: number, everyMs: number, held: boolean): Rotation {
  const [index, setIndex] = useState(0);
  const [canTurn, setCanTurn] = useState(false);

  // After hydration: a prerendered page does not know its reader.
  useEffect(() => startTransition(() => setCanTurn(!prefersReducedMotion())), []);

  useEffect(() => {
    if (held || !canTurn) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), everyMs);
    return () => clearTimeout(timer);
  }, [index, count, everyMs, held, canTurn]);

  return { index, goTo: setIndex, canTurn };
}
