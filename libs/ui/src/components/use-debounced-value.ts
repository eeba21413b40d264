import { useEffect, useState } from "react";

const DEBOUNCE_MS = 300; // spec 001 §9

/** A value that follows another once it has rested, for 300 ms so that a list does not flicker under typing. */
export function useDebouncedValue<T>(value: T, restMs = DEBOUNCE_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
