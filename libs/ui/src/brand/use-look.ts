import { useSyncExternalStore } from "react";

import { prerenderedLook, readLook, subscribeLook, type Look } from "./look-store.ts";

/** The chosen brand and scheme; while prerendered HTML is being hydrated, the default ones. */
export function useLook(): Look {
  return useSyncExternalStore(subscribeLook, readLook, () => prerenderedLook);
}
