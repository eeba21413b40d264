import { useConsent } from "@loyalty/api-client/react/members";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { lazy, useState } from "react";

const NewerNoticeDialog = lazy(async () => ({
  default: (await import("./newer-notice-dialog.tsx")).NewerNoticeDialog,
}));

/**
 * Asks a member again when terms and privacy notice have a newer version than the one they agreed to (SECURITY.md P1).
 * "Later" lasts until the next visit.
 */
export function NewerNotice() {
  const { data } = useConsent();
  const [isPutOff, putOff] = useState(false);
  if (!data || data.isAgreed || isPutOff) return null;
  return (
    <LazyBoundary>
      <NewerNoticeDialog version={data.noticeVersion} onLater={() => putOff(true)} />
    </LazyBoundary>
  );
}
