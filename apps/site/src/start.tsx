import { configureApi, session, takeToken } from "@loyalty/api-client";
import { configureMap, guardMarkup } from "@loyalty/ui";
import { startTransition, StrictMode } from "react";
import { HydratedRouter } from "react-router/dom";

import { loadConfig } from "./config.ts";

/**
 * Brings the page to life. Called once; the page's parts must be there (`window.__reactRouterRouteModules`).
 *
 * Not the work of a module that is awaited: one of those anywhere, and the bundler cuts the app into more files.
 */
export async function start(): Promise<void> {
  // A token in the site's own address is nobody's business: out of it, and never used (docs/handoff.md B9).
  const { token, clean } = takeToken(new URL(window.location.href));
  if (token !== null || clean.href !== window.location.href) {
    window.history.replaceState(window.history.state, "", clean);
  }

  guardMarkup();
  const { apiBase, tileUrl, tileAttribution } = await loadConfig();
  configureApi({ base: apiBase });
  configureMap({ tileUrl, tileAttribution });
  session.watch(window);
  session.restore();

  // It is here already (scripts/few-chunks.ts), but sets itself up when it is first asked for: a task of its own.
  const { hydrateRoot } = await import("react-dom/client");
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
