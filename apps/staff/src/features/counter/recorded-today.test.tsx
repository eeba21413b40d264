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

test("the newest three that were not taken back are asked for and shown", async () => {
  const matches = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => matches);
  const today = ["Aina", "Ben", "Chan", "Devi", "Eng"].map((name, at) =>
    bill(5 - at, name, name === "Aina" ? 3 : 1),
  );
  const fetch = (request: Request) => {
    const query = new URL(request.url).searchParams;
    const isCounted = query.get("state") === "counted";
    const bills = today.filter(({ statusId }) => !isCounted || statusId !== 3);
    return Promise.resolve(
      Response.json({ billList: bills.slice(0, Number(query.get("limit") ?? 100)) }),
    );
  };
  configureApi({ token: () => null, fetch });
  render(
    <StaffProvider>
      <MemoryRouter>
        <RecordedToday />
      </MemoryRouter>
    </StaffProvider>,
  );
  await screen.findByText("Ben");
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Ben/),
    expect.stringMatching(/^Chan/),
    expect.stringMatching(/^Devi/),
  ]);
});
