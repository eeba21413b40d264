import { DialogHost } from "@loyalty/shell/dialog-host";
import { PublishedContent } from "@loyalty/content/published";
import { translateErrors } from "@loyalty/shell/translate-errors";
import { startLanguage } from "@loyalty/ui/set-language";
import { Toaster } from "@loyalty/ui/toast";
import { CrashScreen } from "@loyalty/ui/crash-screen";
import { RouteAnnouncer } from "@loyalty/ui/route-announcer";
import { paths } from "@loyalty/shell/paths";
import { pathAfterJoining, SessionRedirects } from "@loyalty/shell/redirects";
import { AppShell } from "@loyalty/shell/app-shell";
import { UnknownPath } from "@loyalty/shell/unknown-path";
import { brandBootScript, brandPendingScript } from "@loyalty/ui/theme-boot";
import { ThemeEffects } from "@loyalty/ui/theme-store";
import "@loyalty/ui/tokens.css";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Links, Meta, type MetaArgs, Outlet, Scripts, useNavigate } from "react-router";

import { HandOver, handsOverHere, OpenMembersApp, useDeparture } from "./handoff/hand-over.tsx";
import { headOf } from "./seo.ts";

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  // Drawn again in another language, the head has its titles in it too.
  const language = useTranslation().i18n.language;
  return (
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {/* The mini-program may learn that a member comes from here, and nothing more (docs/handoff.md). */}
        <meta name="referrer" content="strict-origin" />
        {/* oxlint-disable-next-line react/no-danger -- our own constants, before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: `${brandBootScript};${brandPendingScript}` }} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="preload" href="/config.json" as="fetch" crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export function meta({ location }: MetaArgs) {
  return headOf(location.pathname);
}

/** The shell around every page, and what watches over its navigations. */
export default function Root() {
  const navigate = useNavigate();
  const isStopped = useDeparture().status === "stopped";
  // After the prerendered page has come alive: it is in English.
  useEffect(() => {
    translateErrors();
    void startLanguage();
  }, []);

  return (
    <ThemeEffects>
      <OpenMembersApp />
      <PublishedContent>
        <AppShell>
          <Outlet />
        </AppShell>
        <RouteAnnouncer />
        {/* Without a departure a member does not stay on a page for visitors either. */}
        <SessionRedirects handsOver={isStopped ? undefined : handsOverHere} />
        <HandOver />
        <DialogHost
          // At once, so that HandOver knows of it before the dialog is seen to be closed.
          onRegistered={() => void navigate(pathAfterJoining(), { flushSync: true })}
          onSignedOut={() => void navigate(paths.home)}
        />
      </PublishedContent>
      <Toaster />
    </ThemeEffects>
  );
}

/** The empty shell for addresses that are not prerendered, until the scripts run. */
export function HydrateFallback() {
  return null;
}

export function ErrorBoundary() {
  return <CrashScreen unknownPath={<UnknownPath />} />;
}
