import { configureApi } from "@loyalty/api-client/http";
import { dropHandoff, session } from "@loyalty/api-client/session";
import { configureMap } from "@loyalty/content/map-settings";
import { formatNumber } from "@loyalty/ui/formats";
import { guardMarkup } from "@loyalty/ui/trusted-types";
import { type ReactNode, startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { loadConfig } from "./config.ts";

declare global {
  interface Window {
    /** The button that was pressed last before React listened (build-steps/start-after-load.ts). */
    pressedButton?: HTMLButtonElement | null;
  }
}

/**
 * Presses a button again once the page is hydrated: nothing listened the first time. It is around the page and not
 * beside it, since a second child of the root would give every `useId` another value than in the prerendered HTML.
 */
function ReplayClick({
  button,
  children,
}: {
  button: HTMLButtonElement | null;
  children: ReactNode;
}) {
  useEffect(() => {
    // Tabs listen to the pointer going down, everything else to the click.
    button?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
    button?.click();
  }, [button]);
  return children;
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
  // A browser loads its locale data when `Intl` is first used, for 20 ms and more: here, and not within the first render.
  formatNumber(0);

  startTransition(() => {
    hydrateRoot(
      document,
      <ReplayClick button={window.pressedButton ?? null}>
        <StrictMode>
          <HydratedRouter />
        </StrictMode>
      </ReplayClick>,
    );
  });
}

void start();
