import { RouteAnnouncer } from "@loyalty/ui/route-announcer";
import { ThemeEffects } from "@loyalty/ui/theme-store";
import { Toaster } from "@loyalty/ui/toast";
import { UnsavedChangesDialog } from "@loyalty/ui/unsaved-changes";
import { Outlet } from "react-router";

import { ProofDialog } from "./proof-dialog.tsx";

/** What every page has around it, whatever its layout. */
export function Frame() {
  return (
    <ThemeEffects>
      <Outlet />
      <ProofDialog />
      <UnsavedChangesDialog />
      <RouteAnnouncer />
      <Toaster />
    </ThemeEffects>
  );
}
