import { createArrival, createHosts } from "@loyalty/api-client/session";
import { storedLanguage } from "@loyalty/ui/stored-language";

import { miniConfig } from "../config.ts";

/** The super-app around this page (docs/integrations.md). */
export const hosts = createHosts({ chosenLanguage: storedLanguage });

let arrival: ReturnType<typeof createArrival> | undefined;

/** The state machine of handoff table C, made at its first use: the configuration must have been read. */
export function miniArrival() {
  arrival ??= createArrival({ config: miniConfig() });
  return arrival;
}

/** Follows a super-app around this page, then presents a token that was handed over or restores the stored session. */
export function startArrival(): void {
  void hosts.arrive().then(() => miniArrival().start());
}
