import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import ReconcileScreen from "./reconcile-screen.tsx";

const CSV = "outletId,receiptNumber,amount,paidAt\n1,A-1,45.90,2026-03-14\n";

const bill = (id: number, receiptNumber: string) => ({
  id,
  receiptNumber,
  outletId: 1,
  memberId: 3,
  amount: "45.90",
  points: 45,
  whyNot: null,
  businessDay: "2026-03-14",
});

/** The answer about a file whose columns are remembered. */
const comparedWith = (differences: object) =>
  Response.json({
    rowCount: 3,
    columnList: [],
    outletId: null,
    dayOrder: null,
    needsDayOrder: false,
    differences,
  });

/** Nothing that agrees or differs. */
const nothing = {
  salesCount: 0,
  verifiedBeforeCount: 0,
  leftOutCount: 0,
  matching: [],
  matchingCount: 0,
  amountsDiffer: [],
  amountsDifferCount: 0,
  onlyOurs: [],
  onlyOursCount: 0,
  onlyTheirs: [],
  onlyTheirsCount: 0,
  unreadable: [],
  unreadableCount: 0,
  matchingAmount: "0.00",
  amountsDifferAmount: "0.00",
  onlyOursAmount: "0.00",
  onlyTheirsAmount: "0.00",
};

const unreadableAt = (line: number) => ({
  line,
  problem: { code: "not_an_outlet", message: "", params: { value: "x" } },
});

async function showWith(name: string) {
  renderScreen(<ReconcileScreen />);
  const file = new File([CSV], name, { type: "text/csv" });
  await userEvent.upload(screen.getByLabelText(/File of sales/), file);
}

test("only the ticked bills are verified, and a refusal names its receipt", async () => {
  const sent: unknown[] = [];
  let answer: (() => void) | undefined;
  let matching = [bill(1, "A-1"), bill(2, "A-2"), bill(3, "A-3")];
  answerCalls(
    () => ({
      operations: ["POST /staff/reconcile", "POST /staff/bill/verify"],
      outlets: [publika],
    }),
    async ({ path, body }) => {
      if (path.endsWith("/verify")) {
        sent.push(body);
        await new Promise<void>((resolve) => (answer = resolve));
        matching = [bill(2, "A-2")];
        const whyNot = { code: "bill_limit", message: "", params: {} };
        return Response.json({
          resultList: [
            { billId: 1, isVerified: true, whyNot: null },
            { billId: 3, isVerified: false, whyNot },
          ],
        });
      }
      if (path.endsWith("/reconcile/day")) return Response.json({ dayList: [] });
      return comparedWith({
        ...nothing,
        salesCount: 3,
        matching,
        matchingCount: matching.length,
        unreadable: [unreadableAt(5)],
        unreadableCount: 1,
      });
    },
  );
  await showWith("sales.csv");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Verify A-2" }));
  expect(screen.getByText('"x" is not the name or the number of an outlet.')).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent(/^Rows that could not be read .*: 1\./);
  expect(screen.queryByText(/That is normal/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Verify the ticked (2)" }));
  expect(await screen.findByText(/^They come to RM .* points\.$/)).toBeVisible();
  await userEvent.dblClick(screen.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  answer?.();

  expect(
    await screen.findByText(
      /^Receipt A-3 was not verified: This bill is larger than a till may confirm/,
    ),
  ).toBeVisible();
  expect(screen.getByText(/Bills verified: 1\./)).toBeVisible();
  expect(sent).toEqual([{ billIds: [1, 3], reason: "verified by a file of sales" }]);
});

test("a file of which nothing could be read is one alert, and nothing that reassures", async () => {
  answerCalls(
    () => ({ operations: ["POST /staff/reconcile"] }),
    ({ path }) =>
      path.endsWith("/reconcile/day")
        ? Response.json({ dayList: [] })
        : comparedWith({ ...nothing, unreadable: [unreadableAt(2)], unreadableCount: 1 }),
  );
  await showWith("sales.csv");

  expect(await screen.findByRole("alert")).toHaveTextContent("None of the 1 rows could be read.");
  expect(screen.getByText('"x" is not the name or the number of an outlet.')).toBeVisible();
  expect(screen.queryByText(/normal|agree|Match/)).toBeNull();
});

test("what the columns mean is asked once, with the outlet and what comes first in the days", async () => {
  const sent: unknown[] = [];
  answerCalls(
    () => ({
      operations: ["POST /staff/reconcile"],
      outlets: [publika, { id: 2, name: "KLIA 2" }],
    }),
    ({ path, body }) => {
      if (path.endsWith("/reconcile/day")) return Response.json({ dayList: [] });
      sent.push(body);
      return Response.json({
        rowCount: 2,
        columnList: [
          {
            heading: "Tarikh",
            values: ["05/11/2026"],
            meaning: "day",
            readings: [
              { meaning: "day", dayOrder: "dmy", text: "2026-11-05", problem: null },
              { meaning: "day", dayOrder: "mdy", text: "2026-05-11", problem: null },
            ],
          },
          {
            heading: "Resit",
            values: ["A-1"],
            meaning: "",
            readings: [{ meaning: "receipt", dayOrder: null, text: "A-1", problem: null }],
          },
          {
            heading: "Jumlah",
            values: ["45.9"],
            meaning: "amount",
            readings: [{ meaning: "amount", dayOrder: null, text: "45.90", problem: null }],
          },
        ],
        outletId: null,
        dayOrder: null,
        needsDayOrder: true,
        differences: null,
      });
    },
  );
  await showWith("jualan.csv");
  const compare = await screen.findByRole("button", { name: "Compare 2 rows" });
  expect(compare).toBeDisabled();
  await userEvent.selectOptions(screen.getByLabelText("Means: Resit"), "receipt");
  await userEvent.selectOptions(screen.getByLabelText("Whose sales are these?"), "Publika");
  await userEvent.selectOptions(screen.getByLabelText("In its days comes first"), "dmy");
  const readAs = screen.getAllByRole("row").map((row) => row.lastElementChild?.textContent);
  expect(readAs.map((text) => text?.replace(/^Is read as/, "").replace(/\s/g, " "))).toEqual([
    "",
    "5 Nov 2026",
    "A-1",
    "RM 45.90",
  ]);
  await userEvent.click(compare);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    columns: ["day", "receipt", "amount"],
    outletId: 1,
    dayOrder: "dmy",
    remember: true,
  });
});

test("one list has what differs, the greatest first, and why; a filter shows what is normal", async () => {
  answerCalls(
    () => ({ operations: ["POST /staff/reconcile", "GET /staff/bill"], outlets: [publika] }),
    ({ path }) =>
      path.endsWith("/reconcile/day")
        ? Response.json({ dayList: [] })
        : comparedWith({
            ...nothing,
            salesCount: 9,
            amountsDiffer: [
              { memberEarn: bill(1, "A-1"), line: 2, soldAmount: "47.90" },
              { memberEarn: bill(2, "A-2"), line: 3, soldAmount: "5.90" },
            ],
            amountsDifferCount: 2,
            onlyOurs: [{ memberEarn: bill(3, "A-3"), reason: "void" }],
            onlyOursCount: 1,
            onlyTheirs: [
              {
                line: 4,
                outletId: 1,
                businessDay: "2026-03-14",
                receiptNumber: "G-1",
                amount: "12.00",
              },
            ],
            onlyTheirsCount: 7,
          }),
  );
  await showWith("sales.csv");
  const differences = await screen.findByRole("table", { name: "Differences" });
  const rows = within(differences).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent?.replaceAll(/\s/g, " "))).toEqual([
    expect.stringMatching(/^A-3.*Voided at the till.*–.*RM 45\.90.*\+RM 45\.90/),
    expect.stringMatching(/^A-2.*Amounts differ.*RM 5\.90.*\+RM 40\.00/),
    expect.stringMatching(/^A-1.*Amounts differ.*−RM 2\.00/),
  ]);
  expect(await within(differences).findByRole("link", { name: "A-3" })).toHaveAttribute(
    "href",
    "/bills?state=all&receipt=A-3",
  );

  await userEvent.click(screen.getByRole("button", { name: "Sales without a bill 7" }));
  expect(screen.getByRole("table", { name: "Sales without a bill" })).toHaveTextContent("G-1");
  expect(screen.getByText("Shown are 1 of 7.")).toBeVisible();
});

test("the days of a month say which were compared, also as a table with by whom", async () => {
  const asked: string[] = [];
  const day = { outletId: 1, outletName: "Publika", bills: 3 };
  const compared = { comparedBy: "Ravi via staff:2", comparedAt: "2026-03-15T02:00:00Z" };
  const isCompared = { comparedBy: null, comparedAt: null, differing: null };
  answerCalls(
    () => ({ operations: ["POST /staff/reconcile"], outlets: [publika] }),
    ({ path, query }) => {
      asked.push(query.get("first") ?? "");
      const month = (query.get("first") ?? "").slice(0, 7);
      return path.endsWith("/reconcile/day")
        ? Response.json({
            dayList: [
              { ...day, ...compared, day: `${month}-01`, differing: 0 },
              { ...day, ...compared, day: `${month}-02`, differing: 2 },
              { ...day, ...isCompared, day: `${month}-03` },
            ],
          })
        : new Response();
    },
  );
  renderScreen(<ReconcileScreen />);
  const back = await screen.findByRole("region", { name: /^Reconciled days/ });
  await userEvent.click(within(back).getAllByRole("button")[0]!);
  const days = await screen.findByRole("list", { name: "Publika" });
  const words = within(days)
    .getAllByRole("listitem")
    .map((each) => each.title.replace(/^[^:]*: /, ""));
  expect(words.slice(0, 4)).toEqual(["Reconciled", "2 bills differ", "Not reconciled", "No bills"]);
  expect(new Set(asked).size).toBe(2);

  await userEvent.click(screen.getByRole("button", { name: "Show as a table" }));
  expect(screen.getByRole("table")).toHaveTextContent(/2 bills differ.*Ravi/);
});
