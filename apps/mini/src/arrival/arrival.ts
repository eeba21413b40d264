import { createArrival } from "@loyalty/api-client";
import { useSyncExternalStore } from "react";

import { miniConfig } from "../config.ts";

type Arrival = ReturnType<typeof createArrival>;
export type ArrivalState = ReturnType<Arrival["getSnapshot"]>;

let arrival: Arrival | undefined;

/** This page's one arrival: the machine of handoff table C. The configuration must have been read. */
export function miniArrival(): Arrival {
  arrival ??= createArrival({ config: miniConfig() });
  return arrival;
}

/** Presents a token that was handed over, or restores the stored session. */
export function startArrival(): void {
  void miniArrival().start();
}

/** What became of the token in the address, if there was one. */
export function useArrival(): ArrivalState {
  return useSyncExternalStore(
    (listener) => miniArrival().subscribe(listener),
    () => miniArrival().getSnapshot(),
  );
}
