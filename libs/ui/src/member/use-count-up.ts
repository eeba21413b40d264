import { useEffect, useRef, useState } from "react";

const COUNT_MS = 420;

const isStill = () => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;

/** A number on its way up to `value`, in 420 ms, fast first; at once for whoever wants less motion. */
export function useCountUp(value: number): number {
  const [shown, setShown] = useState(() => (isStill() ? value : 0));
  const at = useRef(shown);

  useEffect(() => {
    const begin = at.current;
    if (isStill() || begin === value) {
      at.current = value;
      setShown(value);
      return;
    }
    let started: number | undefined;
    function step(now: number) {
      started ??= now;
      const part = Math.min(1, (now - started) / COUNT_MS);
      at.current = Math.round(begin + (value - begin) * (1 - (1 - part) ** 3));
      setShown(at.current);
      if (part < 1) frame = requestAnimationFrame(step);
    }
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown;
}
