import { useEffect, useRef, useState } from "react";

import { distanceKm } from "../../content/distance.ts";
import type { Coordinates } from "../../content/outlets.ts";
import { readLocationPermission, writeLocationPermission } from "./location-permission.ts";

export type WhereaboutsProblem = "denied" | "unavailable" | "timeout" | "other" | "unsupported";

export type Whereabouts =
  | { state: "unknown" }
  | { state: "finding" }
  | { state: "found"; here: Coordinates }
  | { state: "failed"; problem: WhereaboutsProblem };

// Spec 001 §9, Geolocation (locations screen).
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 };
const WORTH_TELLING_KM = 0.1;

function problemOf({ code }: GeolocationPositionError): WhereaboutsProblem {
  if (code === 1) return "denied";
  if (code === 2) return "unavailable";
  return code === 3 ? "timeout" : "other";
}

/** Whether the browser would tell the location without asking the reader again. */
async function isGranted(): Promise<boolean> {
  if (readLocationPermission() !== "granted" || !navigator.permissions) return false;
  const { state } = await navigator.permissions.query({ name: "geolocation" });
  return state === "granted";
}

/**
 * Where the reader is. Nothing is asked until `find` is called; only a reader who allowed it on an earlier visit is
 * found without a tap. Small moves, up to 0.1 km, are not told.
 */
export function useWhereabouts(): { whereabouts: Whereabouts; find: () => void } {
  const [whereabouts, setWhereabouts] = useState<Whereabouts>({ state: "unknown" });
  const watch = useRef<number>(null);

  function tell({ coords }: GeolocationPosition) {
    writeLocationPermission("granted");
    const here = { lat: coords.latitude, lng: coords.longitude };
    setWhereabouts((before) =>
      before.state === "found" && distanceKm(before.here, here) <= WORTH_TELLING_KM
        ? before
        : { state: "found", here },
    );
  }

  function fail(error: GeolocationPositionError) {
    const problem = problemOf(error);
    if (problem === "denied") writeLocationPermission("denied");
    // A place once known stays known when a later look fails.
    setWhereabouts((before) => (before.state === "found" ? before : { state: "failed", problem }));
  }

  function stop() {
    if (watch.current !== null) navigator.geolocation.clearWatch(watch.current);
    watch.current = null;
  }

  function find() {
    if (!("geolocation" in navigator)) {
      setWhereabouts({ state: "failed", problem: "unsupported" });
      return;
    }
    stop();
    setWhereabouts({ state: "finding" });
    watch.current = navigator.geolocation.watchPosition(tell, fail, OPTIONS);
  }

  useEffect(() => {
    let left = false;
    void isGranted().then((granted) => {
      if (granted && !left) find();
    });
    return () => {
      left = true;
      stop();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);

  return { whereabouts, find };
}
