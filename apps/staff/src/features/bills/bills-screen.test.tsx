import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import BillsScreen from "./bills-screen.tsx";
import type { OfficeBill } from "./queries.ts";

const bill: OfficeBill = {
  id: 7,
  outletId: 1,
  outletName: "Publika",
  memberId: 12,
  memberName: "Aisyah R.",
  receiptNumber: "A-1001",
  businessDay: "2026-03-14",
  amount: "45.90",
  points: 45,
  statusId: 1,
  paidAt: "2026-03-14T05:10:00Z",
  createdAt: "2026-03-14T05:11:00Z",
  recordedBy: null,
  tillName: "Counter 2",
  staffName: "Siti",
  odd: [],
  movingTo: null,
  deciders: [],
  whyNoVoid: null,
};
const odd: OfficeBill = {
  ...bill,
  id: 8,
  receiptNumber: "A-1002",
  recordedBy: "Ravi via staff:3",
  odd: ["overdue", "by_hand"],
};
const every = [
  "GET /staff/bill",
  "GET /staff/bill/file",
  "POST /staff/bill",
  "POST /staff/bill/verify",
  "POST /staff/bill/{bill_id}/void",
  "POST /staff/bill/{bill_id}/move",
  "POST /staff/member/find",
];

let bills: OfficeBill[];
let operations: string[];
let sent: { path: string; body: unknown }[];
let asked: string[];
let files: string[];
let answers: Record<string, () => Promise<Response> | Response>;

beforeEach(() => {
  bills = [odd, bill];
  operations = every;
  sent = [];
  asked = [];
  files = [];
  localStorage.clear();
  answers = {
    "/staff/member/find": () => Response.json({ id: 30, name: "Tan Wei" }),
  };
  answerCalls(
    () => ({ operations, outlets: [publika] }),
    ({ method, path, query, body }) => {
      if (path === "/callingCode") return Response.json([{ id: 1, name: "60" }]);
      if (path === "/staff/bill/file") {
        files.push(query.toString());
        return new Response("receipt");
      }
      if (method === "GET") {
        asked.push(query.toString());
        const sums = { bills: 68, amount: "1234567.89", points: 219_480 };
        return Response.json({ billList: bills, sums });
      }
      sent.push({ path, body });
      return answers[path]?.() ?? new Response(null, { status: 404 });
    },
  );
});

function show(path = "/bills") {
  renderScreen(<BillsScreen />, path);
}

test("an odd bill says why, an overdue one loudly, and who recorded it", async () => {
  show();
  const row = await screen.findByRole("row", { name: /A-1002/ });
  expect(within(row).getByText("Older than 24 h")).toBeVisible();
  expect(row).toHaveTextContent("Typed in the office");
  expect(row).toHaveTextContent("Ravi");
  const usual = screen.getByRole("row", { name: /A-1001/ });
  expect(usual).toHaveTextContent("Siti, Counter 2");
  expect(new URLSearchParams(asked[0]).get("state")).toBe("unverified");
});

const actsOf = async (receipt: string) =>
  userEvent.click(await screen.findByRole("button", { name: `Actions for ${receipt}` }));

test("the address chooses the state, and no bill says what is normal", async () => {
  bills = [];
  show("/bills?state=overdue");
  expect(await screen.findByText("There is no such bill. Choose other filters.")).toBeVisible();
  expect(new URLSearchParams(asked[0]).get("state")).toBe("overdue");
  await userEvent.selectOptions(screen.getByLabelText("Which bills"), "Not verified");
  expect(await screen.findByText(/^No bill waits\. Normally/)).toBeVisible();
});

test("what is odd is ticked one by one, and the question says amount and points", async () => {
  const large = { ...bill, id: 9, receiptNumber: "A-1003", amount: "2500.00", points: 2500 };
  const late: OfficeBill = { ...bill, id: 10, receiptNumber: "A-1004", odd: ["overdue"] };
  bills = [{ ...large, odd: ["second_person"] }, late, bill];
  show();
  await userEvent.click(await screen.findByLabelText("Select the 2 that are usual"));
  expect(screen.getByLabelText("A-1003")).not.toBeChecked();
  await userEvent.click(screen.getByLabelText("A-1003"));
  await userEvent.click(screen.getByRole("button", { name: "Verify 3 bills" }));
  const question = await screen.findByRole("alertdialog", { name: "Verify 3 bills?" });
  expect(question).toHaveTextContent("They come to RM 2,591.80 and give 2,590 points.");
  await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
});

test("all ticked bills are verified by one call, tapped twice too, and each has its result", async () => {
  let settle: (() => void) | undefined;
  const resultList = [
    { billId: 8, isVerified: false, whyNot: { code: "own_proposal", message: "", params: {} } },
    { billId: 7, isVerified: true, whyNot: null },
  ];
  answers["/staff/bill/verify"] = () =>
    new Promise((resolve) => (settle = () => resolve(Response.json({ resultList }))));
  show();
  await userEvent.click(await screen.findByLabelText("A-1002"));
  await userEvent.click(await screen.findByLabelText("A-1001"));
  await userEvent.click(screen.getByRole("button", { name: "Verify 2 bills" }));
  await userEvent.dblClick(await screen.findByRole("button", { name: "Verify" }));
  bills = [odd];
  settle?.();
  const dialog = await screen.findByRole("dialog", { name: "1 bill is verified" });
  expect(within(dialog).getByText("1 bill stayed as it was.")).toBeVisible();
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "A-1002: not verified. This comes from you: another person has to decide.",
    "A-1001: verified",
  ]);
  expect(sent).toEqual([{ path: "/staff/bill/verify", body: { billIds: [8, 7] } }]);
});

test("a bill that waits to be moved says so, and is not verified, moved or voided meanwhile", async () => {
  bills = [{ ...bill, movingTo: "Priya", deciders: ["Hui Min"] }];
  show();
  expect(await screen.findByText("Moving to Priya waits for Hui Min")).toBeVisible();
  expect(screen.getByLabelText("A-1001")).toBeDisabled();
  await actsOf("A-1001");
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Show the member",
  ]);
});

test("one bill is verified from its menu, and nothing else that was selected", async () => {
  answers["/staff/bill/verify"] = () => Response.json({ resultList: [] });
  show();
  await userEvent.click(await screen.findByLabelText("A-1002"));
  expect(screen.getByRole("group", { name: "Selected bills" })).toHaveTextContent(
    /^1 bill · RM.45\.90 · 45 points/,
  );
  await actsOf("A-1001");
  await userEvent.click(screen.getByRole("menuitem", { name: "Verify" }));
  await userEvent.click(await screen.findByRole("button", { name: "Verify" }));
  expect(sent).toEqual([{ path: "/staff/bill/verify", body: { billIds: [7] } }]);
});

test("who may only read bills is offered nothing to do", async () => {
  operations = ["GET /staff/bill"];
  show();
  expect(await screen.findByText("A-1001")).toBeVisible();
  const row = screen.getByRole("row", { name: /A-1001/ });
  expect(within(row).queryByRole("button")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test.each([
  [{ proposalId: null }, "Done: receipt A-1001 is now the bill of Tan Wei."],
  [{ proposalId: 4 }, /^Nothing has moved yet: receipt A-1001 waits .*\(proposal 4\)/],
])("a bill is moved to a member who was looked up: %j", async (moved, sentence) => {
  answers["/staff/bill/7/move"] = () => Response.json(moved);
  show();
  await actsOf("A-1001");
  await userEvent.click(screen.getByRole("menuitem", { name: "Move to another member…" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "Ticket 4711, a wish");
  const who = within(dialog).getByLabelText(/^Mobile number, card code or member id/);
  await userEvent.type(who, "012-345 678{Enter}");
  expect(await within(dialog).findByText(/^This is no mobile number, card code/)).toBeVisible();
  await userEvent.type(who, "9");
  await userEvent.click(within(dialog).getByRole("button", { name: "Move" }));
  expect(await within(dialog).findByText("Please look the member up first.")).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.click(within(dialog).getByRole("button", { name: "Look up" }));
  expect(await within(dialog).findByText("It is Tan Wei, member 30.")).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: "Move" }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(sent).toEqual([
    { path: "/staff/member/find", body: { callingCode: "60", mobileNumber: "123456789" } },
    { path: "/staff/bill/7/move", body: { memberId: 30, reason: "Ticket 4711, a wish" } },
  ]);
});

test("a refused void keeps the dialog, with the sentence", async () => {
  const message = "The points of this bill are spent.";
  answers["/staff/bill/8/void"] = () =>
    Response.json({ code: "points_spent", message }, { status: 409 });
  show();
  await actsOf("A-1002");
  await userEvent.click(screen.getByRole("menuitem", { name: "Void…" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "Ticket 4711, a wish");
  await userEvent.click(within(dialog).getByRole("button", { name: "Void" }));
  expect(await within(dialog).findByText(message)).toBeVisible();
});

test("a bill is added by hand, its time in Malaysia's", async () => {
  answers["/staff/bill"] = () => Response.json({ bill: { receiptNumber: "B-9" }, isNew: true });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Add a bill" }));
  const dialog = await screen.findByRole("dialog");
  // Of several mistakes the first one has the focus.
  await userEvent.click(within(dialog).getByRole("button", { name: "Add the bill" }));
  const who = within(dialog).getByLabelText(/^Mobile number, card code or member id/);
  await waitFor(() => expect(who).toHaveFocus());
  await userEvent.type(who, "DCQP-7VVK-3D4M");
  await userEvent.click(within(dialog).getByRole("button", { name: "Look up" }));
  await within(dialog).findByText(/^It is Tan Wei/);
  await userEvent.type(within(dialog).getByLabelText(/^Receipt number/), "b-9");
  const amount = within(dialog).getByLabelText(/^Amount paid/);
  for (const wrong of ["0", "12,50"]) {
    await userEvent.clear(amount);
    await userEvent.type(amount, wrong);
    await userEvent.click(within(dialog).getByRole("button", { name: "Add the bill" }));
    expect(await within(dialog).findByText(/^Please give an amount above RM 0/)).toBeVisible();
  }
  await userEvent.clear(amount);
  await userEvent.type(amount, "1,250.00");
  const paid = within(dialog).getByLabelText(/^Paid/);
  await userEvent.clear(paid);
  await userEvent.type(paid, "2026-03-14T13:10");
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "The till was broken");
  await userEvent.click(within(dialog).getByRole("button", { name: "Add the bill" }));
  expect(await screen.findByText(/^Done: receipt B-9 is recorded/)).toBeVisible();
  expect(sent.at(-1)).toEqual({
    path: "/staff/bill",
    body: {
      memberId: 30,
      outletId: 1,
      receiptNumber: "b-9",
      amount: "1250.00",
      paidAt: "2026-03-14T13:10:00+08:00",
      reason: "The till was broken",
    },
  });
});

test("the server sorts all bills by what the head of a column says, and says what they come to", async () => {
  show();
  expect(await screen.findByText(/^68 bills · RM.1,234,567\.89 · 219,480 points$/)).toBeVisible();
  const last = () => Object.fromEntries(new URLSearchParams(asked.at(-1)));
  expect(last()).toMatchObject({ sort: "odd", order: "desc", state: "unverified" });
  await userEvent.click(screen.getByRole("button", { name: "Amount" }));
  await waitFor(() => expect(last()).toMatchObject({ sort: "amount", order: "desc" }));
  await userEvent.click(screen.getByRole("button", { name: "Amount" }));
  await waitFor(() => expect(last()).toMatchObject({ sort: "amount", order: "asc" }));
  await userEvent.selectOptions(screen.getByLabelText("Flags"), "Typed in the office");
  await waitFor(() => expect(last()).toMatchObject({ flag: "by_hand", sort: "amount" }));
});

test("columns and density are kept, and the file has the columns and filters that are shown", async () => {
  show("/bills?state=verified&first=2026-11-01&last=2026-11-27&sort=-points");
  await userEvent.click(await screen.findByRole("button", { name: "Columns and rows" }));
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Tight" }));
  await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Recorded by" }));
  await userEvent.keyboard("{Escape}");
  cleanup();

  show("/bills?state=verified&first=2026-11-01&last=2026-11-27&sort=-points");
  expect(await screen.findByRole("table", { name: "Bills" })).toHaveAttribute(
    "data-density",
    "tight",
  );
  expect(screen.queryByRole("columnheader", { name: "Recorded by" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Excel (XLSX)" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const query = new URLSearchParams(files[0]);
  expect(query.getAll("columns")).toEqual([
    "receiptNumber",
    "odd",
    "amount",
    "points",
    "member",
    "outlet",
    "paidAt",
  ]);
  query.delete("columns");
  expect(Object.fromEntries(query)).toEqual({
    state: "verified",
    first: "2026-11-01",
    last: "2026-11-27",
    sort: "points",
    order: "desc",
    format: "xlsx",
  });
});
