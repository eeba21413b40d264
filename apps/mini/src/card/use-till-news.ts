import { type LatestBill, useLatestBill } from "@loyalty/api-client/react/points";
import { BILL_STATUS } from "@loyalty/api-client/rules/points";
import type { Bill } from "@loyalty/api-client/wire";
import { useEffect, useRef, useState } from "react";

/** What the till has just done: it recorded a bill, or its points are the member's. */
export interface TillNews {
  kind: "recorded" | "verified";
  bill: Bill;
}

/** What is new between two answers, or in the first one; null where it is nothing to be glad of. */
export function newsBetween(before: LatestBill | undefined, now: LatestBill): TillNews | null {
  const { bill } = now;
  if (bill === null) return null;
  const isOther = before?.bill?.id !== bill.id;
  if (bill.statusId === BILL_STATUS.pending) return isOther ? { kind: "recorded", bill } : null;
  if (!before || bill.statusId !== BILL_STATUS.verified) return null;
  const isLater = isOther || before.bill?.statusId !== BILL_STATUS.verified;
  return isLater ? { kind: "verified", bill } : null;
}

/** Follows the till while the code is on the screen; elsewhere what is known of it, and a bill that waits is news too. */
export function useTillNews(pace: "at-till" | "cached"): TillNews | null {
  const latest = useLatestBill(pace);
  const known = useRef<LatestBill>(undefined);
  const [news, setNews] = useState<TillNews | null>(null);

  useEffect(() => {
    const before = known.current;
    known.current = latest;
    if (!latest || before?.tag === latest.tag || (!before && pace === "at-till")) return;
    const found = newsBetween(before, latest);
    setNews(found);
    if (found) navigator.vibrate?.(20);
  }, [latest, pace]);

  return news;
}
