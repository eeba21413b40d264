import { AppShell, OverlayHost, Toaster } from "@loyalty/ui";
import { followKeptLanguage } from "@loyalty/ui/languages/kept-language";
import { PageArrival, paths, SessionRedirects } from "@loyalty/ui/routes";
import { useEffect } from "react";
import { Outlet, useNavigate } from "react-router";

import { handsOverHere } from "./handoff/departure.ts";
import { HandOver } from "./handoff/hand-over.tsx";
import { OpenMembersApp } from "./handoff/open-members-app.tsx";

/** The shell around every page of the site, and what watches over its navigations. */
export function Shell() {
  const navigate = useNavigate();
  // After the prerendered page has come alive: it is in English.
  useEffect(followKeptLanguage, []);

  return (
    <>
      <OpenMembersApp />
      <AppShell>
        <Outlet />
      </AppShell>
      <PageArrival />
      <SessionRedirects handsOver={handsOverHere} />
      <HandOver />
      <OverlayHost
        onRegistered={() => void navigate(paths.dashboard)}
        onSignedOut={() => void navigate(paths.home)}
      />
      <Toaster />
    </>
  );
}
