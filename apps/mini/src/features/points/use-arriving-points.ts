import { BILL_STATUS, type Bill } from "@loyalty/api-client";
import { useBills, useReloadMember } from "@loyalty/api-client/react";
import { showToast } from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { useEffect, useRef } from "react";

/** Whoever stands at the counter sees her bill within this time of the cashier's press. */
const ASK_AGAIN_MS = 8000;

/** The points of the bills that are counted now and were not before. */
export function arrivedPoints(before: readonly Bill[], now: readonly Bill[]): number {
  const counted = (bills: readonly Bill[]) =>
    bills.filter(({ statusId }) => statusId === BILL_STATUS.verified);
  const known = new Set(counted(before).map(({ id }) => id));
  return counted(now)
    .filter(({ id }) => !known.has(id))
    .reduce((sum, { points }) => sum + points, 0);
}

/** Watches for the till while the code is on the screen: a new bill, and points that arrive, show by themselves. */
export function useArrivingPoints(): void {
  const { data: bills } = useBills({ askAgainEveryMs: ASK_AGAIN_MS });
  const reload = useReloadMember();
  const known = useRef<Bill[]>(undefined);

  useEffect(() => {
    const before = known.current;
    known.current = bills;
    if (!before || !bills || before === bills) return;
    reload();
    const count = arrivedPoints(before, bills);
    if (count > 0) showToast("success", pointsTexts.say("rewards.arrived", { count }), 5);
  }, [bills, reload]);
}
