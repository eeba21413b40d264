import { prefersReducedMotion } from "@loyalty/ui/media-queries";
import { useEffect, useRef, useState } from "react";

const COUNT_MS = 900;

/**
 * A number on its way from the last one that was shown to `value`, fast first; at once where it is the first, and where
 * less motion is preferred.
 *
 * @returns the number to show now; undefined until there is one
 */
export function useCountedPoints(value: number | undefined): number | undefined {
  const [shown, setShown] = useState(value);
  const at = useRef(value);

  useEffect(() => {
    if (value === undefined) return undefined;
    const begin = at.current;
    if (begin === undefined || begin === value || prefersReducedMotion()) {
      at.current = value;
      setShown(value);
      return undefined;
    }
    let started: number | undefined;
    function step(now: number) {
      started ??= now;
      const part = Math.min(1, (now - started) / COUNT_MS);
      at.current = Math.round(begin! + (value! - begin!) * (1 - (1 - part) ** 3));
      setShown(at.current);
      if (part < 1) frame = requestAnimationFrame(step);
    }
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown ?? value;
}
