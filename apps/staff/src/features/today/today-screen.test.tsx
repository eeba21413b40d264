import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import TodayScreen from "./today-screen.tsx";

const nothing = {
  overdueBillCount: 0,
  waitingBillCount: 0,
  unverifiedBillCount: 0,
  secondPersonBillCount: 0,
  stuckVoucherCount: 0,
  approvalCount: 0,
  openEnquiryCount: null,
  waitingDraftCount: null,
  waitingBroadcastCount: null,
  tillList: [],
};

function shown(today: object, operations?: string[]) {
  answerCalls(
    () => (operations ? { operations } : null),
    () => Response.json({ ...nothing, ...today }),
  );
  renderScreen(<TodayScreen />);
}

test("a quiet day says that nothing waits", async () => {
  shown({});
  expect(await screen.findByText(/^Nothing waits\./)).toBeVisible();
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
  shown({ stuckVoucherCount: 2, tillList: [till] });
  expect(await screen.findByText("2 vouchers are stuck.")).toBeVisible();
  expect(
    screen.getByText(/Counter 2, Publika, has been silent since 14 Mar 2026, 2:10 PM/),
  ).toBeVisible();
  expect(screen.queryByText(/not verified/)).not.toBeInTheDocument();
});

test.each([
  [1, 0, 0, "1 bill is not verified yet."],
  [1, 1, 0, "1 bill is not verified yet: it is overdue."],
  [3, 1, 0, "3 bills are not verified yet, 1 of them overdue."],
  [3, 0, 2, "3 bills are not verified yet, 2 of them only the office can verify."],
  [3, 1, 2, "3 bills are not verified yet. Overdue: 1. For the office alone to verify: 2."],
])("%i bills, %i overdue and %i for the office, are one sentence", async (...row) => {
  const [unverifiedBillCount, overdueBillCount, waitingBillCount, sentence] = row;
  shown({ unverifiedBillCount, overdueBillCount, waitingBillCount });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getAllByText(/verif|overdue/)).toHaveLength(1);
});

test("bills that need a second person are counted, and lead to what the office has to verify", async () => {
  shown({ unverifiedBillCount: 2, waitingBillCount: 1, secondPersonBillCount: 1 }, [
    "GET /staff/bill",
  ]);
  const link = await screen.findByRole("link", { name: "1 bill needs a second person." });
  expect(link).toHaveAttribute("href", "/bills?state=waiting");
});

test("what another person of head office has to approve is said, and leads to its screen", async () => {
  shown({ waitingDraftCount: 1, waitingBroadcastCount: 2 }, [
    "GET /staff/programme",
    "GET /staff/broadcast",
  ]);
  expect(
    await screen.findByRole("link", {
      name: "The draft of the programme waits for your approval.",
    }),
  ).toHaveAttribute("href", "/programme");
  expect(
    screen.getByRole("link", { name: "2 broadcasts wait for your approval." }),
  ).toHaveAttribute("href", "/broadcasts");
});

test("a silent till leads to the tills of its outlet", async () => {
  const till = { id: 3, name: "Counter 2", outletId: 2, outletName: "Publika", isSilent: true };
  shown({ tillList: [{ ...till, lastSeenAt: null, reportedAt: null }] }, ["GET /staff/people"]);
  const link = await screen.findByRole("link", { name: /^Counter 2, Publika/ });
  expect(link).toHaveAttribute("href", "/outlets/2");
});

test("bills and vouchers lead to their lists, for whom their roles open these", async () => {
  shown({ unverifiedBillCount: 3, overdueBillCount: 1, stuckVoucherCount: 2 }, ["GET /staff/bill"]);
  const bills = await screen.findByRole("link", { name: /^3 bills .* 1 of them overdue\.$/ });
  expect(bills).toHaveAttribute("href", "/bills?state=unverified");
  expect(screen.getByText("2 vouchers are stuck.").closest("a")).toBeNull();
});

const part = {
  bills: 4,
  amount: "219.60",
  points: 310,
  pointsSpent: null,
  joined: 0,
  vouchersUsed: 0,
};
const days = Array.from({ length: 28 }, (_day, at) => ({
  day: `2026-03-${String(at + 1).padStart(2, "0")}`,
  bills: 0,
  amount: "0.00",
  points: 0,
  joined: 0,
}));
const outletOfDay = { bills: 1, amountBefore: "0.00", points: 0, waitingBillCount: 2 };
const home = {
  at: "2026-03-28T11:34:00Z",
  isToday: true,
  now: part,
  before: { ...part, bills: 2 },
  quarter: { amount: "1934567.89", amountBefore: "1774832.00" },
  dayList: days,
  outletList: [
    { ...outletOfDay, outletId: 2, outletName: "Publika", amount: "200.00" },
    { ...outletOfDay, outletId: 3, outletName: "1 Utama", amount: "19.60" },
  ],
  comingList: [],
};
const MANAGER = ["GET /staff/home", "GET /staff/bill"];

test("a day is beside the same weekday, its figures open their rows, its outlets are compared", async () => {
  shown(home, MANAGER);
  expect(
    await screen.findByText(/^Sat 28 Mar 2026, as at 7:34 PM, against Sat 21 Mar 2026/),
  ).toBeVisible();
  const rows = "/bills?state=counted&first=2026-03-28&last=2026-03-28";
  expect(screen.getByRole("link", { name: /^Bills4/ })).toHaveAttribute("href", rows);
  expect(screen.getByRole("link", { name: /^New members0/ })).toHaveTextContent("no change");
  const table = screen.getByRole("table", { name: "Outlets today" });
  const [, first] = within(table).getAllByRole("row");
  expect(first).toHaveTextContent("PublikaRM 200.00RM 0.00 last Saturday");
  expect(within(first!).getByRole("link")).toHaveAttribute("href", "/today?outlet=2");
});

test.each([
  ["1774832.00", /9% above the last one/],
  ["2000000.00", /3% below the last one/],
  ["1934567.00", /as much as the last one/],
  ["0.00", /: RM 1,934,567\.89\.$/],
])("the sum of the quarter is beside that of the last one, %s", async (amountBefore, said) => {
  shown({ ...home, quarter: { ...home.quarter, amountBefore } }, MANAGER);
  const sentence = await screen.findByText(/^Sales of this quarter/);
  expect(sentence.textContent?.replace(/\s/g, " ")).toMatch(said);
});

test.each([
  [["100.00", "300.00", "200.00"], /this weekday usually reaches: RM 200\.00\.$/],
  [["0.00", "300.00", "200.00"], /this weekday usually reaches: RM 200\.00\.$/],
  [["0.00", "0.00", "200.00"], undefined],
])("today is beside what its weekday usually reaches: after %j", async (before, said) => {
  const dayList = days.map((day, at) => ({
    ...day,
    amount: before[[6, 13, 20].indexOf(at)] ?? "0.00",
  }));
  shown({ ...home, dayList }, MANAGER);
  const sentence = await screen.findByText(/^Sales of this quarter/);
  const text = sentence.textContent!.replace(/\s/g, " ");
  expect(text).toMatch(said ?? /to the same day\.$/);
});

test("what comes is said in sentences with its day, and leads where it is changed", async () => {
  const coming = {
    lastDay: null,
    name: null,
    things: [],
    isEverywhere: false,
    waits: false,
    id: null,
  };
  const hariRaya = { name: "Hari Raya", things: ["Publika", "1 Utama"], isEverywhere: true };
  shown(
    {
      ...home,
      comingList: [
        { ...coming, ...hariRaya, kind: "closure", day: "2026-03-30", lastDay: "2026-03-31" },
        { ...coming, kind: "reward-starts", day: "2026-04-01", name: "Mango", id: 7 },
        { ...coming, kind: "draft", day: "2026-04-02", things: ["Plus"], waits: true, id: 3 },
      ],
    },
    [...MANAGER, "GET /staff/programme"],
  );
  const list = await screen.findByRole("region", { name: "Coming up" });
  expect(within(list).getByText("All outlets: closed, Hari Raya")).toBeVisible();
  expect(within(list).getByText("30 Mar – 31 Mar")).toBeVisible();
  expect(within(list).getByRole("link", { name: "Mango starts" })).toHaveAttribute(
    "href",
    "/rewards/7",
  );
  expect(
    within(list).getByRole("link", { name: "A change of Plus takes effect, if approved" }),
  ).toHaveAttribute("href", "/programme?draft=3");
});

test("a day that is over is whole, and says so without what comes", async () => {
  shown({ ...home, isToday: false }, MANAGER);
  expect(await screen.findByText("Sat 28 Mar 2026, against Sat 21 Mar 2026")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Coming up" })).toBeNull();
});
