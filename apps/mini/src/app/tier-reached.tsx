import { useMember } from "@loyalty/api-client/react/members";
import { localStore, MEMBER_KEYS, storedJson } from "@loyalty/api-client/store";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { lazy, useEffect, useState } from "react";

const TierMoment = lazy(async () => ({ default: (await import("./tier-moment.tsx")).TierMoment }));

/** The tier that this browser has shown last, by its level. */
const shownTier = storedJson<{ memberId: number; level: number }>(localStore, MEMBER_KEYS.tier);

/** Follows the member's tier: one that is reached, today or since the last visit, is a moment of its own. */
export function TierReached() {
  const { data: member } = useMember();
  const [reached, setReached] = useState<number | null>(null);
  const memberId = member?.id;
  const level = member?.membershipLevel;

  useEffect(() => {
    if (memberId === undefined || level === undefined) return;
    const shown = shownTier.read();
    if (shown?.memberId === memberId && level > shown.level) setReached(level);
    else shownTier.write({ memberId, level });
  }, [memberId, level]);

  if (memberId === undefined || reached === null || reached !== level) return null;
  const close = () => {
    shownTier.write({ memberId, level });
    setReached(null);
  };
  return (
    <LazyBoundary>
      <TierMoment onClose={close} />
    </LazyBoundary>
  );
}
