import { useMember } from "@loyalty/api-client/react/members";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { lazy, useEffect, useRef, useState } from "react";

const TierMoment = lazy(async () => ({ default: (await import("./tier-moment.tsx")).TierMoment }));

/** Follows the member's tier: one that is reached while a page is open, or since the last visit, is a moment of its own. */
export function TierReached() {
  const { data: member } = useMember();
  const known = useRef<{ id: number; level: number }>(undefined);
  const [reached, setReached] = useState<number | null>(null);
  const id = member?.id;
  const level = member?.membershipLevel;

  useEffect(() => {
    if (id === undefined || level === undefined) return;
    const before = known.current;
    known.current = { id, level };
    if (before?.id === id && level > before.level) setReached(level);
  }, [id, level]);

  if (reached === null || reached !== level) return null;
  return (
    <LazyBoundary>
      <TierMoment onClose={() => setReached(null)} />
    </LazyBoundary>
  );
}
