import { useMember, useReloadMember } from "@loyalty/api-client/react/members";
import { useLatestBill } from "@loyalty/api-client/react/points";
import { paths } from "@loyalty/shell/paths";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Fetches everything shown of the member again after the till has changed it, on every member's page. */
export function FollowTill() {
  // The page with the code asks more often itself.
  const isAtTill = useLocation().pathname === paths.rewards;
  const latest = useLatestBill(isAtTill ? "cached" : "away");
  const points = useMember().data?.memberPointAmount;
  const reload = useReloadMember();
  const known = useRef<string>(undefined);

  useEffect(() => {
    if (!latest || points === undefined) return;
    const isNew = known.current ? known.current !== latest.tag : latest.points !== points;
    known.current = latest.tag;
    if (isNew) reload();
  }, [latest, points, reload]);
  return null;
}
