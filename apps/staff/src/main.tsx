import { configureApi } from "@loyalty/api-client/http";
import { startLanguage } from "@loyalty/ui/set-language";
import { guardMarkup } from "@loyalty/ui/trusted-types";
import "@loyalty/ui/tokens.css";
import "@loyalty/ui/office.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

import { loadConfig } from "./config.ts";
import { translateProblems } from "./components/problems.ts";
import { StaffProvider } from "./queries/session.tsx";
import { routes } from "./routes.tsx";

/** A function, because a module with a top-level `await` makes the bundler split the app into more files. */
async function start() {
  guardMarkup();
  const { apiBase } = await loadConfig();
  // No member is ever signed in here: the staff's session is a cookie.
  configureApi({ base: apiBase, token: () => null });
  await startLanguage();
  translateProblems();

  // Each page renders its own title; the document's is for the time before.
  document.querySelector("title")?.remove();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <StaffProvider>
        <RouterProvider router={createBrowserRouter(routes)} />
      </StaffProvider>
    </StrictMode>,
  );
}

void start();
