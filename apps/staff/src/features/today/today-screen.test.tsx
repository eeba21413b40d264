import { configureApi } from "@loyalty/api-client/http.ts";
import { StaffProvider } from "@loyalty/api-client/react/staff/session.tsx";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";

import TodayScreen from "./today-screen.tsx";

afterEach(() => configureApi({}));

const nothing = {
  overdueBillCount: 0,
  waitingBillCount: 0,
  unverifiedBillCount: 0,
  stuckVoucherCount: 0,
  approvalCount: 0,
  openEnquiryCount: null,
  billList: [],
  voucherList: [],
  tillList: [],
  approvalList: [],
};

function shown(today: object, operations?: string[]) {
  configureApi({
    token: () => null,
    fetch: async ({ url }) =>
      url.endsWith("/staff/me")
        ? operations
          ? Response.json({ id: 1, operations, outlets: [] })
          : new Response(null, { status: 401 })
        : Response.json({ ...nothing, ...today }),
  });
  render(
    <StaffProvider>
      <MemoryRouter>
        <TodayScreen />
      </MemoryRouter>
    </StaffProvider>,
  );
}

test("a quiet day says that nothing waits", async () => {
  shown({});
  expect(await screen.findByText("Nothing waits.")).toBeVisible();
});

test("what waits is said in numbers, and a silent till with its outlet and time", async () => {
  const till = {
    id: 3,
    name: "Counter 2",
    outletId: 2,
    outletName: "Publika",
    isSilent: true,
    lastSeenAt: "2026-03-14T06:10:00Z",
    reportedAt: null,
  };
  shown({ overdueBillCount: 1, stuckVoucherCount: 2, tillList: [till] });
  expect(await screen.findByText("1 bill is overdue.")).toBeVisible();
  expect(screen.getByText("2 vouchers are stuck.")).toBeVisible();
  expect(
    screen.getByText(/Counter 2, Publika, has been silent since 14 Mar 2026, 2:10 pm/),
  ).toBeVisible();
  expect(screen.queryByText(/not verified/)).not.toBeInTheDocument();
});

test("bills and vouchers lead to their lists, for whom their roles open these", async () => {
  shown({ overdueBillCount: 1, stuckVoucherCount: 2 }, ["GET /staff/bill"]);
  expect(await screen.findByRole("link", { name: "1 bill is overdue." })).toHaveAttribute(
    "href",
    "/bills?state=overdue",
  );
  expect(screen.getByText("2 vouchers are stuck.").closest("a")).toBeNull();
});
