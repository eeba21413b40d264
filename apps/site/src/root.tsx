import "@loyalty/ui/tokens.css";

import { brandBootScript, BrandProvider, dressingBootScript, useLanguage } from "@loyalty/ui";
import { CrashScreen } from "@loyalty/ui/routes";
import type { ReactNode } from "react";
import { Links, Meta, Scripts } from "react-router";

import { Shell } from "./shell.tsx";

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  // Drawn again in another language, the head says its titles in it too.
  const language = useLanguage();
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
        <script dangerouslySetInnerHTML={{ __html: `${brandBootScript};${dressingBootScript}` }} />
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

export default function Root() {
  return (
    <BrandProvider>
      <Shell />
    </BrandProvider>
  );
}

/** The empty shell that stands in for addresses that are not prerendered, until the scripts run. */
export function HydrateFallback() {
  return null;
}

export function ErrorBoundary() {
  return <CrashScreen />;
}
