import { watchPermission } from "@loyalty/api-client/permission";
import { localStore, storedText } from "@loyalty/api-client/store";
import { startTransition, useEffect, useRef, useState } from "react";

import { distanceKm } from "../outlet-search.ts";
import type { Coordinates } from "../outlets.ts";

/** Whether the user last shared the location, kept on the device (spec 001 §2, Locations); others may write there too. */
const kept = storedText(localStore, "locationPermission");

export type LocationProblem = "denied" | "unavailable" | "timeout" | "other" | "unsupported";

/** Where the user is, as far as it is known. */
export type LocationState =
  | { state: "unknown" | "finding" }
  | { state: "found"; here: Coordinates }
  | { state: "failed"; problem: LocationProblem };

/** How a screen asks for the location. */
export interface GeolocationUse extends PositionOptions {
  /** Follows a user who moves, and finds one who allowed it on an earlier visit without a tap. */
  watch?: boolean;
}

/** A shorter move is not reported (spec 001 §9). */
const WORTH_TELLING_KM = 0.1;

function problemOf({ code }: GeolocationPositionError): LocationProblem {
  if (code === 1) return "denied";
  if (code === 2) return "unavailable";
  return code === 3 ? "timeout" : "other";
}

/**
 * Where the user is. Nothing is asked until `find` is called, save for a user whom `watch` finds again. A no is
 * remembered on the device, but the browser's own answer goes first: it may have changed since.
 *
 * @returns `location`; `denied`: the last word was no, and nothing has been asked since; `blocked`: the browser refuses
 *   by itself, so that asking again is of no use
 */
export function useGeolocation({ watch = false, ...options }: GeolocationUse) {
  const [location, setLocation] = useState<LocationState>({ state: "unknown" });
  const [remembered, setRemembered] = useState<string | null>(null);
  /** What the browser itself says; null until it has answered, and for good where it does not tell. */
  const [permission, setPermission] = useState<PermissionState | null>(null);
  const watching = useRef<number>(null);
  const blocked = permission === "denied";

  useEffect(
    () => watchPermission("geolocation", (state) => startTransition(() => setPermission(state))),
    [],
  );

  // After hydration: what was remembered is unknown to a prerendered page.
  useEffect(() => setRemembered(kept.read()), []);

  function remember(answer: "granted" | "denied" | "dismissed") {
    kept.write(answer);
    setRemembered(answer);
  }

  function follow({ coords }: GeolocationPosition) {
    remember("granted");
    const here = { lat: coords.latitude, lng: coords.longitude };
    setLocation((before) =>
      before.state === "found" && distanceKm(before.here, here) <= WORTH_TELLING_KM
        ? before
        : { state: "found", here },
    );
  }

  function fail(error: GeolocationPositionError) {
    const problem = problemOf(error);
    if (problem === "denied") remember("denied");
    // A place once known stays known when a later look fails.
    setLocation((before) => (before.state === "found" ? before : { state: "failed", problem }));
  }

  function stop() {
    if (watching.current !== null) navigator.geolocation.clearWatch(watching.current);
    watching.current = null;
  }

  function find() {
    if (!("geolocation" in navigator)) {
      setLocation({ state: "failed", problem: "unsupported" });
      return;
    }
    stop();
    setLocation({ state: "finding" });
    if (watch) watching.current = navigator.geolocation.watchPosition(follow, fail, options);
    else navigator.geolocation.getCurrentPosition(follow, fail, options);
  }

  // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is left
  useEffect(() => stop, []);

  const isKnownToAllow = watch && permission === "granted" && remembered === "granted";
  useEffect(() => {
    if (isKnownToAllow && watching.current === null) find();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it is known
  }, [isKnownToAllow]);

  // A permission that came back, in the browser's settings, ends the earlier no.
  useEffect(() => {
    if (permission === null || blocked) return;
    setLocation((before) =>
      before.state === "failed" && before.problem === "denied" ? { state: "unknown" } : before,
    );
  }, [permission, blocked]);

  const isRemembered = permission === null ? remembered === "denied" : blocked;
  const denied =
    location.state === "failed"
      ? location.problem === "denied"
      : location.state === "unknown" && isRemembered;

  return { location, denied, blocked, remembered, remember, find };
}
