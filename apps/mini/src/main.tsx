import "@loyalty/ui/tokens.css";

import { configureApi, session } from "@loyalty/api-client";
import { ApiProvider } from "@loyalty/api-client/react";
import { configureMap, guardMarkup } from "@loyalty/ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

import { startArrival } from "./arrival/arrival.ts";
import { loadConfig } from "./config.ts";
import { installHost } from "./host/install-host.ts";
import { startLanguage } from "./language/start-language.ts";
import { routes } from "./routes.tsx";

/** Not the work of a module that is awaited: one of those anywhere, and the bundler cuts the app into more files. */
async function start() {
  guardMarkup();
  const { apiBase, tileUrl, tileAttribution } = await loadConfig();
  configureApi({ base: apiBase });
  configureMap({ tileUrl, tileAttribution });
  session.watch(window);
  startArrival();
  if (import.meta.env.PROD) installHost();
  // What was chosen stands before the first thing is drawn.
  await startLanguage();

  // Each page brings its own; the document's stands only until then.
  document.querySelector("title")?.remove();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");

  createRoot(root).render(
    <StrictMode>
      <ApiProvider remembers={String(import.meta.env.VITE_CLIENT_VERSION)}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </ApiProvider>
    </StrictMode>,
  );
}

void start();
