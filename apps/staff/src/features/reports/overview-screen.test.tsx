import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import OutletReportScreen from "./outlet-report-screen.tsx";
import OverviewScreen from "./overview-screen.tsx";
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

const days = [{ ...day, day: "2026-01-02", pointsEarned: 9000, pointsSpent: 4500 }];

const of = (visits: number) => ({ visits, amount: "45.90", members: 2, cameAgain: 1 });

const everything: Figures = {
  beforeFirst: "2025-12-25",
  beforeLast: "2025-12-26",
  isEveryOutlet: true,
  total: sums,
  before: sums,
  pointsSpent: 4500,
  pointsSpentBefore: 0,
  redemptionRate: 0.5,
  outletList: [{ outletId: 1, outletName: "Publika", sums, before: sums }],
  dayList: days,
  dayBeforeList: days,
  tierList: [{ level: 0, name: "Basic", members: 1200, points: 80_000 }],
  visits: { total: of(0), before: of(0), outletList: [] },
  owed: {
    pointsOutstanding: 80_000,
    pointsWorthMedian: "800.00",
    openVouchers: 5,
    openVouchersWorth: "50.00",
    liability: "850.00",
  },
};

let sent: { path: string; query: Record<string, string> }[];
let operations: string[];
let answer: (query: Record<string, string>) => Figures | Promise<Figures>;

beforeEach(() => {
  sent = [];
  operations = ["GET /staff/figures", "GET /staff/figures/file", "GET /staff/liability"];
  answer = () => everything;
  answerCalls(
    () => ({ operations, outlets: [publika, { id: 2, name: "Bangsar" }] }),
    async ({ path: whole, query: params }) => {
      const path = whole.replace("/staff/", "");
      const query = Object.fromEntries(params);
      sent.push({ path, query });
      if (path === "figures") return Response.json(await answer(query));
      if (path === "figures/row" && query.table === "balances") {
        const balance = { id: 7, memberId: 7, name: null, at: null, points: 80_000, amount: null };
        return Response.json({ rowList: [balance] });
      }
      if (path === "figures/row") {
        const start = Number(query.offset);
        const length = start === 0 ? 100 : 50;
        const rowList = Array.from({ length }, (_, at) => ({
          id: start + at,
          name: `A-${start + at}`,
          memberId: 7,
          at: "2026-01-02",
          points: 36,
          amount: "49.30",
        }));
        return Response.json({ rowList });
      }
      return Response.json({ message: "These are more than 50,000 rows." }, { status: 422 });
    },
  );
});

async function show(address = "/overview", Screen = OverviewScreen) {
  renderScreen(<Screen />, address);
  await screen.findByText(/, against \d/);
}

const typeDay = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const figureCalls = () => sent.filter(({ path }) => path === "figures").map(({ query }) => query);

test.each([
  ["2026-02-01", "2026-01-31", "The last day is before the first."],
  ["2025-01-01", "2026-01-02", "Please choose 366 days or fewer."],
])("days from %s to %s are not asked for: %s", async (first, last, sentence) => {
  await show("/overview?first=2026-01-01&last=2026-01-02");
  await userEvent.click(screen.getByRole("button", { name: /^1 Jan 2026 – 2 Jan 2026/ }));
  const before = sent.length;
  typeDay("To", last);
  typeDay("From", first);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(sent.slice(before).filter(({ query }) => query.first === first)).toEqual([]);
});

test("366 days of the address are asked for, and shown by month", async () => {
  const year = Array.from({ length: 366 }, (_, at) => ({
    ...days[0]!,
    day: new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10),
    bills: 1,
  }));
  answer = () => ({ ...everything, dayList: year, dayBeforeList: year });
  await show("/overview?first=2025-01-01&last=2026-01-01");
  expect(figureCalls()).toEqual([{ first: "2025-01-01", last: "2026-01-01" }]);
  const card = screen.getByRole("region", { name: "By month" });
  await userEvent.click(within(card).getByRole("button", { name: "Show as a table" }));
  const [, january, ...others] = within(card).getAllByRole("row");
  expect(january).toHaveTextContent(/January 2025/);
  expect(within(january!).getByRole("cell", { name: "31" })).toBeVisible();
  expect(others).toHaveLength(12);
});

test("367 days of the address are the last four weeks", async () => {
  await show("/overview?first=2025-01-01&last=2026-01-02");
  expect(figureCalls().map(({ first }) => first)).not.toContain("2025-01-01");
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
  await show("/overview?first=2026-01-01&last=2026-01-02");
  await userEvent.selectOptions(screen.getByLabelText("Outlet"), "Bangsar");
  expect(await screen.findByText(/^Loading the figures of other days/)).toBeVisible();
  expect(
    screen.getByText("1 Jan 2026 – 2 Jan 2026, All outlets, against 25 Dec 2025 – 26 Dec 2025"),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^Bills ?250/ }));
  await screen.findByRole("dialog", { name: "Bills" });
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ path: "figures/row", query: { table: "bills" } }),
  );
  expect(sent.at(-1)?.query.outletId).toBeUndefined();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(give).toBeDefined());
  give?.();
  expect(await screen.findByText(/^1 Jan 2026 – 2 Jan 2026, Bangsar, against/)).toBeVisible();
  expect(screen.queryByText(/^Loading the figures of other days/)).toBeNull();
});

test("every row of a figure can be reached, and a spreadsheet that is refused says why", async () => {
  await show();
  await userEvent.click(screen.getByRole("button", { name: /^Points given ?9,000/ }));
  const dialog = await screen.findByRole("dialog", { name: "Points given" });
  expect(await within(dialog).findByRole("rowheader", { name: "A-99" })).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: "Show more" }));
  expect(await within(dialog).findByRole("rowheader", { name: "A-149" })).toBeVisible();
  expect(within(dialog).queryByRole("button", { name: "Show more" })).toBeNull();
  await userEvent.click(within(dialog).getByRole("button", { name: "Export: Points given" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "CSV" }));
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      path: "figures/file",
      query: { table: "bills", figure: "verified", format: "csv" },
    }),
  );
  expect(await screen.findByText("These are more than 50,000 rows.")).toBeInTheDocument();
});

test("what is owed opens its balances", async () => {
  await show();
  expect(screen.getByText("Owed to members now").nextSibling).toHaveTextContent("RM 850.00");
  expect(screen.getByRole("heading", { name: "50% of the points given were used" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Points outstanding now" }));
  const row = await screen.findByRole("row", { name: "7 80,000" });
  expect(row).toBeVisible();
});

test("a manager reads what is of their outlets alone", async () => {
  operations = ["GET /staff/figures", "GET /staff/figures/file"];
  answer = () => ({
    ...everything,
    isEveryOutlet: false,
    pointsSpent: null,
    redemptionRate: null,
    owed: null,
  });
  await show();
  expect(screen.getByText(/, all your outlets, against/)).toBeVisible();
  expect(screen.queryByText(/outstanding|Owed|Points used/)).toBeNull();
});

test("a day opens its bills", async () => {
  await show();
  const card = screen.getByRole("region", { name: "By day" });
  await userEvent.click(within(card).getByRole("button", { name: "Show as a table" }));
  await userEvent.click(within(card).getByRole("button", { name: "2 Jan 2026: Bills" }));
  await screen.findByRole("dialog", { name: "2 Jan 2026: Bills" });
  await waitFor(() =>
    expect(sent.at(-1)?.query).toMatchObject({ first: "2026-01-02", last: "2026-01-02" }),
  );
});

test("days of which nothing was counted have no figures of zero", async () => {
  const nothing = Object.fromEntries(
    Object.entries(sums).map(([name, value]) => [name, typeof value === "string" ? "0.00" : 0]),
  ) as typeof sums;
  answer = () => ({ ...everything, total: nothing, before: nothing, pointsSpent: 0 });
  await show();
  expect(screen.getByText(/^Nothing yet on these days/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Bills ?0/ })).toBeNull();
});

test("outlets are compared with the days before, and open their bills", async () => {
  const more = { ...sums, billsAmount: "24691.20" };
  answer = () => ({
    ...everything,
    outletList: [{ outletId: 1, outletName: "Publika", sums: more, before: sums }],
  });
  await show("/outlet-report", OutletReportScreen);
  const table = screen.getByRole("table", { name: "By outlet" });
  const [, row] = within(table).getAllByRole("row");
  expect(row).toHaveTextContent(/Publika.*24,691\.20.*100 % more/);
  await userEvent.click(within(table).getByRole("button", { name: "Publika: Bills" }));
  await screen.findByRole("dialog", { name: "Publika: Bills" });
  await waitFor(() => expect(sent.at(-1)?.query).toMatchObject({ outletId: "1" }));
});

test("visits and repeat visits are shown by outlet and in total", async () => {
  const outletList = [
    { outletId: 1, outletName: "Publika", visits: of(3) },
    { outletId: 2, outletName: "Bangsar", visits: of(2) },
  ];
  answer = () => ({ ...everything, visits: { total: of(5), before: of(0), outletList } });
  await show("/outlet-report", OutletReportScreen);
  const table = await screen.findByRole("table", { name: "Visits" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Publika.*3.*45\.90.*2.*1$/),
    expect.stringMatching(/Bangsar.*2.*45\.90.*2.*1$/),
    expect.stringMatching(/Total.*5.*45\.90.*2.*1$/),
  ]);
  expect(screen.getByRole("button", { name: "Export: Visits" })).toBeVisible();
});
