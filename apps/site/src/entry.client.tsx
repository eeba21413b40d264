import { configureApi } from "@loyalty/api-client/http.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import { dropHandoff } from "@loyalty/api-client/session/handoff.ts";
import { configureMap } from "@loyalty/ui/map/map-settings.ts";
import { guardMarkup } from "@loyalty/ui/shell/trusted-types.ts";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadConfig } from "./config.ts";

async function start() {
  // A token in the site's own address is never used, and taken out of it (docs/handoff.md B9).
  dropHandoff(window);

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
