/** What the reader last said about sharing the location; kept on the device (spec 001 §2, Locations). */
export type LocationPermission = "granted" | "denied" | "dismissed";

const KEY = "locationPermission";

/** The remembered answer, or null when there is none. */
export function readLocationPermission(): LocationPermission | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "granted" || value === "denied" || value === "dismissed" ? value : null;
  } catch {
    return null; // Storage can be refused; then the reader is asked on every visit.
  }
}

/** Remembers an answer, if it may. */
export function writeLocationPermission(answer: LocationPermission): void {
  try {
    localStorage.setItem(KEY, answer);
  } catch {
    // Refused: see above.
  }
}
