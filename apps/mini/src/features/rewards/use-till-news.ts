import { type LatestBill, useLatestBill } from "@loyalty/api-client/react/points";
import { BILL_STATUS } from "@loyalty/api-client/rules/points";
import type { Bill } from "@loyalty/api-client/wire";
import { useEffect, useRef, useState } from "react";

/** What the till has just done: it recorded a bill, or its points are the member's. */
export interface TillNews {
  kind: "recorded" | "verified";
  bill: Bill;
}

/** What is new between two answers; null where it is nothing to be glad of. */
export function newsBetween(before: LatestBill, now: LatestBill): TillNews | null {
  const { bill } = now;
  if (bill === null) return null;
  const isOther = before.bill?.id !== bill.id;
  if (bill.statusId === BILL_STATUS.pending) return isOther ? { kind: "recorded", bill } : null;
  if (bill.statusId !== BILL_STATUS.verified) return null;
  const isLater = isOther || before.bill?.statusId !== BILL_STATUS.verified;
  return isLater ? { kind: "verified", bill } : null;
}

/** Follows the till while the code is on the screen. */
export function useTillNews(): TillNews | null {
  const latest = useLatestBill("at-till");
  const known = useRef<LatestBill>(undefined);
  const [news, setNews] = useState<TillNews | null>(null);

  useEffect(() => {
    const before = known.current;
    known.current = latest;
    if (!before || !latest || before.tag === latest.tag) return;
    const found = newsBetween(before, latest);
    setNews(found);
    if (found) navigator.vibrate?.(20);
  }, [latest]);

  return news;
}
