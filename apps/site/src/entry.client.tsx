import { configureApi, session, takeToken } from "@loyalty/api-client";
import { configureMap, guardMarkup } from "@loyalty/ui";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadConfig } from "./config.ts";

async function start() {
  // A token in the site's own address is never used, and taken out of it (docs/handoff.md B9).
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

  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

void start();
