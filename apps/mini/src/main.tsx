import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { configureMap } from "@loyalty/content/map-settings";
import { PublishedContent } from "@loyalty/content/published";
import { guardMarkup } from "@loyalty/ui/trusted-types";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

import { startLanguage } from "./app/language.tsx";
import { registerServiceWorker } from "./app/service-worker-client.ts";
import { miniConfig } from "./config.ts";
import { routes } from "./routes.tsx";

/** Renders the app over the document's own first picture. The session has started (start.ts). */
export async function renderApp(): Promise<void> {
  guardMarkup();
  const { tileUrl, tileAttribution } = miniConfig();
  configureMap({ tileUrl, tileAttribution });
  if (import.meta.env.PROD) registerServiceWorker();
  // The chosen language and formats apply before the first render.
  await startLanguage();

  const router = createBrowserRouter(routes);
  // The document's own picture stays until there is a page to render.
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        resolve();
      });
    });
  }

  // Each page renders its own title; the document's is for the time before.
  document.querySelector("title")?.remove();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");

  createRoot(root).render(
    <StrictMode>
      <ApiProvider offlineVersion={String(import.meta.env.VITE_CLIENT_VERSION)}>
        <PublishedContent>
          <RouterProvider router={router} />
        </PublishedContent>
      </ApiProvider>
    </StrictMode>,
  );
}
