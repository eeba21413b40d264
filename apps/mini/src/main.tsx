import { configureApi } from "@loyalty/api-client/http";
import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { session } from "@loyalty/api-client/session";
import { watchContent } from "@loyalty/content/content";
import { configureMap } from "@loyalty/content/map-settings";
import { guardMarkup } from "@loyalty/ui/trusted-types";
import "@loyalty/ui/tokens.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

import { startArrival } from "./app/arrival.tsx";
import { startLanguage } from "./app/language.tsx";
import { registerServiceWorker } from "./app/service-worker-client.ts";
import { loadConfig } from "./config.ts";
import { routes } from "./routes.tsx";

/** A function, because a module with a top-level `await` makes the bundler split the app into more files. */
async function start() {
  guardMarkup();
  const { apiBase, tileUrl, tileAttribution } = await loadConfig();
  configureApi({ base: apiBase });
  configureMap({ tileUrl, tileAttribution });
  session.watch(window);
  startArrival();
  if (import.meta.env.PROD) registerServiceWorker();
  // The chosen language and formats apply before the first render.
  await startLanguage();
  watchContent();

  // Each page renders its own title; the document's is for the time before.
  document.querySelector("title")?.remove();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");

  createRoot(root).render(
    <StrictMode>
      <ApiProvider offlineVersion={String(import.meta.env.VITE_CLIENT_VERSION)}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </ApiProvider>
    </StrictMode>,
  );
}

void start();
