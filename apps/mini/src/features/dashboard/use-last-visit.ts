import { localStore, MEMBER_KEYS, storedJson } from "@loyalty/api-client/store";
import { useEffect, useState } from "react";

/** Whose visits, when the last page of this one was opened, and when the one before ended; ms by this device's clock. */
interface Visits {
  memberId: number;
  at: number;
  before: number | null;
}

const storedVisits = storedJson<Visits>(localStore, MEMBER_KEYS.visits);

const PAUSE_MS = 30 * 60 * 1000;

/** When the member's last visit on this device ended, ms since the epoch; null on their first. */
export function useLastVisit(memberId: number): number | null {
  const [before] = useState(() => {
    const last = storedVisits.read();
    if (last?.memberId !== memberId) return null;
    return Date.now() - last.at > PAUSE_MS ? last.at : last.before;
  });
  useEffect(() => storedVisits.write({ memberId, at: Date.now(), before }), [memberId, before]);
  return before;
}
