import { configureApi } from "@loyalty/api-client/http.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import { dropHandoff } from "@loyalty/api-client/session/handoff.ts";
import { configureMap } from "@loyalty/ui/map/map-settings.ts";
import { guardMarkup } from "@loyalty/ui/shell/trusted-types.ts";
import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadConfig } from "./config.ts";

declare global {
  interface Window {
    /** The button that was pressed last before React listened (build-steps/start-after-load.ts). */
    pressedButton?: HTMLButtonElement | null;
  }
}

/** Presses a button again once the page is hydrated: nothing listened the first time. */
function PressAgain({ button }: { button: HTMLButtonElement }) {
  useEffect(() => button.click(), [button]);
  return null;
}

async function start() {
  // A token in the site's own address is never used, and taken out of it (docs/handoff.md B9).
  dropHandoff(window);

  guardMarkup();
  const { apiBase, tileUrl, tileAttribution } = await loadConfig();
  configureApi({ base: apiBase });
  configureMap({ tileUrl, tileAttribution });
  session.watch(window);
  session.restore();

  const { pressedButton } = window;
  startTransition(() => {
    hydrateRoot(
      document,
      <>
        <StrictMode>
          <HydratedRouter />
        </StrictMode>
        {pressedButton && <PressAgain button={pressedButton} />}
      </>,
    );
  });
}

void start();
