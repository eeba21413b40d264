import { createDeparture } from "@loyalty/api-client/session/current.ts";
import { handoffTarget } from "@loyalty/api-client/session/handoff.ts";
import { pendingReceipt } from "@loyalty/api-client/session/token-store.ts";
import { takeForHandoff } from "@loyalty/ui/handoff/carried.ts";
import { isKnownPath } from "@loyalty/ui/routes/known-paths.ts";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { useSyncExternalStore } from "react";

import { siteConfig } from "../config.ts";

type Departure = ReturnType<typeof createDeparture>;

const idle: ReturnType<Departure["getSnapshot"]> = { status: "idle" };

let departure: Departure | undefined;

/** This page's one way to the mini-program: the machine of handoff table B. Browser only. */
export function siteDeparture(): Departure {
  departure ??= createDeparture({
    config: siteConfig(),
    location: window.location,
    carry: takeForHandoff,
    leave: (url) => window.location.replace(withReceipt(url)),
    isKnownPath,
  });
  return departure;
}

/** Takes the code of a scanned receipt along, behind the # of its page's address, where no log and no Referer has it. */
function withReceipt(url: URL): URL {
  if (url.pathname !== paths.receipt) return url;
  const whole = new URL(url);
  whole.hash = pendingReceipt.of(window.location) || pendingReceipt.read();
  pendingReceipt.clear();
  return whole;
}

/** Whether the public pages of this host hand their members over, by themselves and with the same path. */
export function handsOverHere(): boolean {
  const config = siteConfig();
  return (
    window.location.host === config.productionHost &&
    "origin" in handoffTarget(config, window.location)
  );
}

const subscribe = (listener: () => void) => siteDeparture().subscribe(listener);

/** How far the departure has come. A prerendered page is idle. */
export function useDeparture() {
  return useSyncExternalStore(
    subscribe,
    () => siteDeparture().getSnapshot(),
    () => idle,
  );
}
