import { UnsavedChangesDialog } from "@loyalty/ui/forms/unsaved-changes.tsx";
import { Toaster } from "@loyalty/ui/primitives/toast.tsx";
import { PageArrival } from "@loyalty/ui/routes/page-arrival.tsx";
import { ThemeEffects } from "@loyalty/ui/theme/theme-store.ts";
import { Outlet } from "react-router";

import { ProofDialog } from "./proof-dialog.tsx";

/** What every page has around it, whatever its layout. */
export function Frame() {
  return (
    <ThemeEffects>
      <Outlet />
      <ProofDialog />
      <UnsavedChangesDialog />
      <PageArrival />
      <Toaster />
    </ThemeEffects>
  );
}
