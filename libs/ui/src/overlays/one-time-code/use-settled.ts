import { useEffect, useState } from "react";

/** Long enough that nobody is told a number is wrong while still typing it. */
const SETTLED_AFTER_MS = 800;

/** Whether a value has stayed the same for a moment. */
export function useSettled(value: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}
