import { configureApi } from "@loyalty/api-client/http";
import { Toaster } from "@loyalty/ui/toast";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";

import { StaffProvider } from "../../queries/session.tsx";
import FiguresScreen from "./figures-screen.tsx";
import type { Figures } from "./queries.ts";

const sums: Figures["total"] = {
  members: 1200,
  joined: 12,
  invited: 3,
  left: 1,
  active30Days: 400,
  active90Days: 700,
  bills: 250,
  billsAmount: "12345.60",
  billsPending: 4,
  billsVoid: 2,
  pointsEarned: 9000,
  vouchersUsed: 30,
  vouchersUsedValue: "300.00",
};

const day = { joined: 0, bills: 250, billsAmount: "12345.60", vouchersUsed: 30 };

const everything: Figures = {
  first: "2026-01-01",
  last: "2026-01-02",
  isEveryOutlet: true,
  total: sums,
  before: sums,
  pointsSpent: 4500,
  redemptionRate: 0.5,
  outletList: [{ outletId: 1, outletName: "Publika", sums }],
  dayList: [{ ...day, day: "2026-01-02", pointsEarned: 9000, pointsSpent: 4500 }],
  rewardList: [],
  owed: {
    pointsOutstanding: 80_000,
    pointsWorthMedian: "800.00",
    openVouchers: 5,
    openVouchersWorth: "50.00",
    liability: "850.00",
  },
};

const of = (visits: number) => ({ visits, amount: "45.90", members: 2, cameAgain: 1 });

let sent: { path: string; query: Record<string, string> }[];
let operations: string[];
let visits: () => Response;
let answer: (query: Record<string, string>) => Figures | Promise<Figures>;

beforeEach(() => {
  sent = [];
  operations = ["GET /staff/figures", "GET /staff/figures/csv", "GET /staff/figures/balance"];
  answer = () => everything;
  visits = () => Response.json({ total: of(0), before: of(0), outletList: [] });
  configureApi({
    token: () => null,
    fetch: async ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const path = pathname.replace("/api/staff/", "");
      if (path === "me") {
        const outlets = [
          { id: 1, name: "Publika" },
          { id: 2, name: "Bangsar" },
        ];
        return Response.json({ id: 1, grants: [], operations, outlets });
      }
      const query = Object.fromEntries(searchParams);
      sent.push({ path, query });
      if (path === "figures") return Response.json(await answer(query));
      if (path === "figures/bill") {
        const start = Number(query.offset);
        const length = start === 0 ? 100 : 50;
        const billList = Array.from({ length }, (_, at) => ({
          id: start + at,
          receiptNumber: `A-${start + at}`,
          memberId: 7,
          businessDay: "2026-01-02",
          points: 36,
          amount: "49.30",
        }));
        return Response.json({ billList });
      }
      if (path === "figures/visit") return visits();
      if (path === "figures/balance")
        return Response.json({ balanceList: [{ memberId: 7, points: 80_000 }] });
      return Response.json({ message: "These are more than 50,000 rows." }, { status: 422 });
    },
  });
});

afterEach(() => configureApi({}));

async function show() {
  render(
    <StaffProvider>
      <MemoryRouter>
        <FiguresScreen />
        <Toaster />
      </MemoryRouter>
    </StaffProvider>,
  );
  const heading = await screen.findByRole("heading", { name: "Total" });
  return heading.closest("section")!;
}

const typeDay = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const figureCalls = () => sent.filter(({ path }) => path === "figures").map(({ query }) => query);

test.each([
  ["2026-02-01", "2026-01-31", "The last day is before the first."],
  ["2025-01-01", "2026-01-02", "Please choose 366 days or fewer."],
  ["2026-01-01", "", "Please choose the first and the last day."],
])("days from %s to %s are not asked for: %s", async (first, last, sentence) => {
  await show();
  const before = sent.length;
  typeDay("From", first);
  typeDay("To", last);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Total" })).toBeVisible();
  expect(sent.slice(before).filter(({ query }) => query.last === last)).toEqual([]);
});

test("366 days are asked for", async () => {
  await show();
  typeDay("To", "2026-01-01");
  typeDay("From", "2025-01-01");
  await waitFor(() =>
    expect(figureCalls()).toContainEqual({ first: "2025-01-01", last: "2026-01-01" }),
  );
});

test("while another outlet loads the page says so, and rows stay those of the figures in sight", async () => {
  let give: (() => void) | undefined;
  answer = (query) =>
    query.outletId
      ? new Promise((resolve) => {
          give = () =>
            resolve({ ...everything, isEveryOutlet: false, total: { ...sums, bills: 9 } });
        })
      : everything;
  await show();
  await userEvent.selectOptions(screen.getByLabelText("Outlet"), "Bangsar");
  expect(await screen.findByText(/^Loading the figures of other days/)).toBeVisible();
  expect(screen.getByText("1 Jan 2026 to 2 Jan 2026, All outlets")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show the rows: Bills verified" }));
  await screen.findByRole("dialog", { name: "Bills verified" });
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ path: "figures/bill" }));
  expect(sent.at(-1)?.query.outletId).toBeUndefined();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(give).toBeDefined());
  give?.();
  expect(await screen.findByText("1 Jan 2026 to 2 Jan 2026, Bangsar")).toBeVisible();
  expect(screen.queryByText(/^Loading the figures of other days/)).toBeNull();
});

test("every row of a figure can be reached, and a spreadsheet that is refused says why", async () => {
  await show();
  await userEvent.click(screen.getByRole("button", { name: "Show the rows: Points earned" }));
  const dialog = await screen.findByRole("dialog", { name: "Points earned" });
  expect(await within(dialog).findByRole("rowheader", { name: "A-99" })).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: "Show more" }));
  expect(await within(dialog).findByRole("rowheader", { name: "A-149" })).toBeVisible();
  expect(within(dialog).queryByRole("button", { name: "Show more" })).toBeNull();
  await userEvent.click(within(dialog).getByRole("button", { name: "Download CSV" }));
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      path: "figures/csv",
      query: { table: "bills", figure: "verified" },
    }),
  );
  expect(await screen.findByText("These are more than 50,000 rows.")).toBeInTheDocument();
});

test("what is owed opens its balances", async () => {
  const total = await show();
  const valueOf = (title: string) => within(total).getByText(title).nextSibling;
  expect(valueOf("Points spent of points earned")).toHaveTextContent("50%");
  expect(valueOf("Owed to members now")).toHaveTextContent("RM 850.00");
  await userEvent.click(
    screen.getByRole("button", { name: "Show the rows: Points outstanding now" }),
  );
  const row = await screen.findByRole("row", { name: "7 80,000" });
  expect(row).toBeVisible();
});

test("a manager reads what is of their outlets alone", async () => {
  operations = ["GET /staff/figures", "GET /staff/figures/csv"];
  answer = () => ({
    ...everything,
    isEveryOutlet: false,
    pointsSpent: null,
    redemptionRate: null,
    owed: null,
  });
  const total = await show();
  expect(screen.getByText("1 Jan 2026 to 2 Jan 2026, all your outlets")).toBeVisible();
  expect(within(total).queryByText(/outstanding|Owed|spent/)).toBeNull();
});

test("a day opens its bills", async () => {
  await show();
  const days = screen.getByRole("table", { name: "By day" });
  await userEvent.click(within(days).getByRole("button", { name: /2 Jan 2026/ }));
  await screen.findByRole("dialog", { name: "2 Jan 2026: Bills verified" });
  await waitFor(() =>
    expect(sent.at(-1)?.query).toMatchObject({ first: "2026-01-02", last: "2026-01-02" }),
  );
});

test("visits and repeat visits are shown by outlet and in total", async () => {
  visits = () =>
    Response.json({
      total: of(5),
      before: of(0),
      outletList: [
        { outletId: 1, outletName: "Publika", visits: of(3) },
        { outletId: 2, outletName: "Bangsar", visits: of(2) },
      ],
    });
  await show();
  const table = await screen.findByRole("table", { name: "Visits" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Publika.*3.*45\.90.*2.*1$/),
    expect.stringMatching(/Bangsar.*2.*45\.90.*2.*1$/),
    expect.stringMatching(/Total.*5.*45\.90.*2.*1$/),
  ]);
  expect(screen.getByRole("button", { name: "Download CSV: Visits" })).toBeVisible();
});

test("visits that do not load say so, and the other figures stay", async () => {
  visits = () => Response.json({ message: "Your role does not include this." }, { status: 403 });
  await show();
  const section = (await screen.findByRole("heading", { name: "Visits" })).closest("section")!;
  expect(await within(section).findByText("Your role does not include this.")).toBeVisible();
});
