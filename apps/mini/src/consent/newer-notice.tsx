import { useConsent } from "@loyalty/api-client/react";
import { LazyBoundary } from "@loyalty/ui";
import { lazy, useState } from "react";

const NewerNoticeDialog = lazy(() => import("./newer-notice-dialog.tsx"));

/**
 * Asks a member again when terms and privacy notice have a newer version than the one they agreed to (docs/promises.md P1).
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
