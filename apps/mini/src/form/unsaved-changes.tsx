import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { ConfirmDialog } from "@loyalty/ui/primitives/dialog.tsx";
import { useEffect } from "react";
import { useBlocker } from "react-router";

import { profileTexts } from "../texts/profile.ts";

/**
 * Asks before a page with unsaved changes is left (spec 001 §2): in our words where the app leaves it, in the browser's
 * own where it is reloaded or closed.
 */
export function UnsavedChangesDialog({ hasChanges }: { hasChanges: boolean }) {
  const t = useTexts(profileTexts);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!hasChanges) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasChanges]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title={t("edit.leaveTitle")}
      message={t("edit.leave")}
      confirmLabel={t("edit.leaveConfirm")}
      cancelLabel={t("edit.leaveCancel")}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
