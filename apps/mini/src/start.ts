import { configureApi } from "@loyalty/api-client/http";
import { session } from "@loyalty/api-client/session";
import "@loyalty/ui/tokens.css";

import { startArrival } from "./app/start-session.ts";
import { fillStartingCard } from "./app/starting-card.ts";
import { loadConfig } from "./config.ts";

/**
 * What runs first, in a small file of its own: on a slow phone a member who is handed over sees their card and points while
 * the app is still loading.
 */
async function startSession() {
  const { apiBase } = await loadConfig();
  configureApi({ base: apiBase });
  session.watch(window);
  fillStartingCard();
  startArrival();
}

/** A function, because a module with a top-level `await` makes the bundler split the app into more files. */
async function start() {
  const started = startSession();
  const { renderApp } = await import("./main.tsx");
  await started;
  await renderApp();
}

void start();
