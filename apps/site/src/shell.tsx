import { AppShell, OverlayHost, Toaster } from "@loyalty/ui";
import { PageArrival, paths, SignInLanding } from "@loyalty/ui/routes";
import { Outlet, useNavigate } from "react-router";

import { handsOverHere } from "./handoff/departure.ts";
import { HandOver } from "./handoff/hand-over.tsx";
import { OpenMembersApp } from "./handoff/open-members-app.tsx";

/** The shell around every page of the site, and what watches over its navigations. */
export function Shell() {
  const navigate = useNavigate();

  return (
    <>
      <OpenMembersApp />
      <AppShell>
        <Outlet />
      </AppShell>
      <PageArrival />
      <SignInLanding staysAt={handsOverHere} />
      <HandOver />
      <OverlayHost
        onRegistered={() => void navigate(paths.dashboard)}
        onSignedOut={() => void navigate(paths.home)}
      />
      <Toaster />
    </>
  );
}
