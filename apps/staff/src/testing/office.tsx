import { configureApi } from "@loyalty/api-client/http";
import { Toaster } from "@loyalty/ui/toast";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { onTestFinished } from "vitest";

import { type Me, StaffProvider } from "../queries/session.tsx";

export interface Call {
  /** The method and the path below `/api`: `POST /staff/bill`. */
  call: string;
  method: string;
  /** The path below `/api`. */
  path: string;
  query: URLSearchParams;
  /** The parsed JSON; `null` without a body. */
  body: unknown;
  /** The idempotency key. */
  key: string | null;
}

/** One outlet of a person. */
export const publika = { id: 1, name: "Publika" };

/**
 * Answers the calls of the staff app until the test ends.
 * @param me who is signed in, asked at each call; `null` for nobody
 * @param answer all other calls
 */
export function answerCalls(
  me: () => { [field in keyof Me]?: unknown } | null,
  answer: (call: Call) => Response | Promise<Response>,
) {
  onTestFinished(() => configureApi({}));
  configureApi({
    token: () => null,
    fetch: async (request) => {
      const { pathname, searchParams: query } = new URL(request.url);
      const { method } = request;
      const path = pathname.replace(/^\/api/, "");
      if (path === "/staff/me") {
        const person = me();
        return person
          ? Response.json({ id: 1, grants: [], operations: [], outlets: [], ...person })
          : new Response(null, { status: 401 });
      }
      const body: unknown = request.body === null ? null : await request.json();
      const key = request.headers.get("Idempotency-Key");
      return answer({ call: `${method} ${path}`, method, path, query, body, key });
    },
  });
}

/**
 * Renders a screen as the office does, with its queries, its router and its toasts.
 * @param address where the router begins
 * @returns the router, whose state says where it went
 */
export function renderScreen(screen: ReactNode, address = "/") {
  const router = createMemoryRouter([{ path: "*", element: screen }], {
    initialEntries: [address],
  });
  render(
    <StaffProvider>
      <RouterProvider router={router} />
      <Toaster />
    </StaffProvider>,
  );
  return router;
}
