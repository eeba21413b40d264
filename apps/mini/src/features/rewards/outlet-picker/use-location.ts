import { readLocationPermission, writeLocationPermission, type Coordinates } from "@loyalty/ui";
import { useState } from "react";

export type LocationProblem = "denied" | "unavailable" | "timeout" | "unsupported" | "other";
export type Location =
  | { state: "unknown" | "finding" }
  | { state: "found"; here: Coordinates }
  | { state: "failed"; problem: LocationProblem };

// Spec 001 §9, Geolocation (claim flow).
const OPTIONS: PositionOptions = {
  enableHighAccuracy: true,
  timeout: 10_000,
  maximumAge: 5 * 60_000,
};

function problemOf({ code }: GeolocationPositionError): LocationProblem {
  if (code === 1) return "denied";
  if (code === 2) return "unavailable";
  return code === 3 ? "timeout" : "other";
}

/** Where the member is, asked for once by a press. A no is remembered on the device and never asked about again. */
export function useLocation(): { location: Location; find: () => void } {
  const [location, setLocation] = useState<Location>(() =>
    readLocationPermission() === "denied"
      ? { state: "failed", problem: "denied" }
      : { state: "unknown" },
  );

  function find() {
    if (!("geolocation" in navigator)) {
      setLocation({ state: "failed", problem: "unsupported" });
      return;
    }
    setLocation({ state: "finding" });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        writeLocationPermission("granted");
        setLocation({
          state: "found",
          here: { lat: coords.latitude, lng: coords.longitude },
        });
      },
      (error) => {
        const problem = problemOf(error);
        if (problem === "denied") writeLocationPermission("denied");
        setLocation({ state: "failed", problem });
      },
      OPTIONS,
    );
  }

  return { location, find };
}
