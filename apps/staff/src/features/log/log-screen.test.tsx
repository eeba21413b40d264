import { configureApi } from "@loyalty/api-client/http.ts";
import { StaffProvider } from "@loyalty/api-client/react/staff/session.tsx";
import type { LogChain } from "@loyalty/api-client/staff/checks.ts";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";

import LogScreen from "./log-screen.tsx";

afterEach(() => configureApi({}));

function shown(chain: LogChain, actions: string[] = []) {
  const entryList = actions.map((action, index) => ({
    id: index + 1,
    at: verifiedAt,
    operator: "Siti via the staff app",
    action,
    details: "",
    reason: "asked for",
    memberId: null,
    outletId: null,
  }));
  configureApi({
    token: () => null,
    fetch: async ({ url }) => {
      if (url.endsWith("/log/chain")) return Response.json(chain);
      if (url.endsWith("/staff/me")) return new Response(null, { status: 401 });
      return Response.json({ entryList });
    },
  });
  render(
    <StaffProvider>
      <MemoryRouter>
        <LogScreen />
      </MemoryRouter>
    </StaffProvider>,
  );
}

const verifiedAt = "2026-03-14T02:00:00Z";

test("a whole log says up to which entry it is verified", async () => {
  shown({ entries: 1200, verifiedUpTo: 1203, verifiedAt, problems: [] });
  expect(await screen.findByText(/All 1,200 entries .* up to entry 1203/)).toBeVisible();
});

test("a broken log says where it breaks, and up to where it holds", async () => {
  const problem = "entries are missing from the office log before entry 9";
  shown({ entries: 12, verifiedUpTo: 7, verifiedAt, problems: [problem] });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The log is not what was written.");
  expect(alert).toHaveTextContent("Verified up to entry 7");
  expect(alert).toHaveTextContent(problem);
});

test("an act is said in words, one that has none as the log calls it", async () => {
  shown({ entries: 2, verifiedUpTo: 2, verifiedAt, problems: [] }, ["earn.verify", "new.act"]);
  expect(await screen.findByRole("rowheader", { name: "Verified a bill" })).toBeVisible();
  expect(screen.getByRole("rowheader", { name: "new.act" })).toBeVisible();
});
