import { configureApi } from "@loyalty/api-client/http";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { StaffProvider } from "../../queries/session.tsx";
import { RecordedToday } from "./recorded-today.tsx";

afterEach(() => {
  configureApi({});
  vi.unstubAllGlobals();
});

const bill = (id: number, memberName: string, statusId: number) => ({
  id,
  memberName,
  statusId,
  receiptNumber: `A-${id}`,
  amount: "12.00",
  createdAt: "2026-11-28T04:00:00Z",
});

test("a bill that was taken back is not among those recorded today", async () => {
  const matches = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => matches);
  const billList = [bill(2, "Aina", 3), bill(1, "Ben", 1)];
  const fetch = () => Promise.resolve(Response.json({ billList }));
  configureApi({ token: () => null, fetch });
  render(
    <StaffProvider>
      <MemoryRouter>
        <RecordedToday />
      </MemoryRouter>
    </StaffProvider>,
  );
  expect(await screen.findByText("Ben")).toBeVisible();
  expect(screen.queryByText("Aina")).toBeNull();
});
