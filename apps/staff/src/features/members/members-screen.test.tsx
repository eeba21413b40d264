import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { MemberView } from "../../queries/members.ts";
import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import MembersScreen from "./members-screen.tsx";
import type { ListedMember, Movement } from "./queries.ts";

const member: MemberView = {
  id: 12,
  name: "Aisyah Rahman",
  isWhole: false,
  mayDoAlone: false,
  number: "+60 12-***6789",
  email: "a***@example.com",
  dateOfBirth: null,
  hostList: [],
  genderId: 2,
  raceId: 1,
  occupation: null,
  outletName: "Publika",
  outletId: 1,
  memberCode: "KB-1",
  membershipName: "Silver",
  memberPointAmount: 1500,
  currentMemberMembershipPoint: 700,
  lastLoginAt: null,
  createdAt: "2026-03-14T02:00:00Z",
  pendingBillList: [],
  voucherList: [],
  waitingList: [],
  lookupList: [],
};

const entry: Movement = {
  id: 1,
  points: 120,
  tierPoints: 120,
  balanceAfter: 1620,
  createdAt: "2026-03-14T02:00:00Z",
  sourceType: "bill",
  remark: "",
  reason: null,
  billId: 5,
  receiptNumber: "A-1001",
  outletName: "Publika",
  tillName: "Till 2",
  staffName: "Nora",
  recordedBy: null,
};

let sent: { path: string; body: unknown; key: string | null }[];
let role: string;
let operations: string[];
let answer: (path: string) => Promise<Response> | Response;
let entries: Movement[];
let found: MemberView;
let listed: ListedMember[];
let listedBy: (string | null)[];

beforeEach(() => {
  sent = [];
  role = "outlet-manager";
  operations = ["correct", "adjust"].map((act) => `POST /staff/member/{member_id}/${act}`);
  entries = [];
  listed = [];
  listedBy = [];
  found = member;
  answerCalls(
    () => ({ grants: [{ role, outletId: 1 }], operations, outlets: [publika] }),
    ({ method, path, query, body, key }) => {
      if (path === "/callingCode") return Response.json([{ id: 1, name: "60" }]);
      if (path === "/staff/member") {
        listedBy.push(query.get("sort"));
        return Response.json({ memberList: listed });
      }
      if (path.endsWith("/history")) return Response.json({ movementList: entries });
      if (method === "GET") return new Response(null, { status: 404 });
      sent.push({ path, body, key });
      return path.endsWith("/find") ? Response.json(found) : answer(path);
    },
  );
});

function show(address = "/members") {
  renderScreen(<MembersScreen />, address);
}

async function find() {
  show("/members?id=12");
  await userEvent.click(await screen.findByRole("button", { name: "Find" }));
  await screen.findByRole("heading", { level: 1, name: "Aisyah Rahman" });
}

test("the help desk says why before a member is looked up", async () => {
  role = "help-desk";
  show();
  await userEvent.type(await screen.findByLabelText(/Mobile number/), "012-345 6789");
  await userEvent.click(screen.getByRole("button", { name: "Find" }));
  expect(await screen.findByText("Please write at least 8 characters.")).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.type(screen.getByLabelText(/Why you look them up/), "Called about a bill");
  await userEvent.click(screen.getByRole("button", { name: "Find" }));
  await screen.findByRole("heading", { level: 1, name: "Aisyah Rahman" });
  expect(sent.map(({ body }) => body)).toEqual([
    { callingCode: "60", mobileNumber: "123456789", reason: "Called about a bill" },
  ]);
});

test.each([
  ["60162345678", { callingCode: "60", mobileNumber: "162345678" }],
  ["016-234 5678", { callingCode: "60", mobileNumber: "162345678" }],
  ["+60 16-234 5678", { callingCode: "60", mobileNumber: "162345678" }],
  ["dcqp7vvk3d4m", { code: "DCQP-7VVK-3D4M" }],
])("a member is found by %s", async (typed, how) => {
  show();
  await userEvent.type(await screen.findByLabelText(/^Mobile number or card/), typed);
  await userEvent.click(screen.getByRole("button", { name: "Find" }));
  await screen.findByRole("heading", { level: 1, name: "Aisyah Rahman" });
  expect(sent.map(({ body }) => body)).toEqual([how]);
});

test("what is neither a number nor a card is not asked for", async () => {
  show();
  await userEvent.type(await screen.findByLabelText(/^Mobile number or card/), "DCQP-7VVK-3D4N");
  await userEvent.click(screen.getByRole("button", { name: "Find" }));
  expect(
    await screen.findByText("This is neither a mobile number nor the code of a card."),
  ).toBeVisible();
  expect(sent).toEqual([]);
});

test("what waits for a second person stands on the thing that it concerns, with who decides", async () => {
  const waiting = {
    id: 1,
    askedBy: "Siti via staff:2",
    deciders: ["Hui Min"],
    points: null,
    billId: null,
    receiptNumber: null,
    fromId: null,
    fromName: null,
    toName: null,
    voucherName: null,
  };
  const move = { kind: "move", receiptNumber: "A-7", fromName: "Aisyah R.", toName: "Priya N." };
  found = {
    ...member,
    pendingBillList: [
      {
        id: 7,
        outletId: 1,
        receiptNumber: "A-7",
        businessDay: "2026-03-14",
        amount: "57.40",
        points: 57,
        statusId: 1,
      },
    ],
    waitingList: [
      { ...waiting, ...move, billId: 7, fromId: 12, id: 4 },
      { ...waiting, kind: "adjustment", points: 50, deciders: ["Aina", "Hui Min"] },
      { ...waiting, kind: "correction", id: 2, deciders: [] },
      {
        ...waiting,
        kind: "move",
        billId: 9,
        receiptNumber: "A-9",
        fromId: 13,
        fromName: "Ben T.",
        id: 3,
      },
    ],
  };
  await find();
  const bill = screen.getByText("A-7").closest("li")!;
  expect(within(bill).getByText("Moving to Priya N. waits for Hui Min")).toBeVisible();
  expect(screen.getByText("+50 points wait for Aina or Hui Min")).toBeVisible();
  expect(screen.getByText("A correction waits for a second person")).toBeVisible();
  expect(screen.getByText("Moving receipt A-9 from Ben T. waits for Hui Min")).toBeVisible();
});

test("the apps that sign the member in are named, where there are any", async () => {
  const line = { name: "line", title: "LINE", linkedAt: "2026-03-14T02:00:00Z", lastUsedAt: null };
  const used = { ...line, name: "tng", title: "Touch 'n Go", lastUsedAt: "2026-03-15T02:00:00Z" };
  found = { ...member, hostList: [line, used] };
  await find();
  expect(screen.getByText("LINE, linked 14 Mar 2026, 10:00 AM, not used yet")).toBeVisible();
  expect(
    screen.getByText("Touch 'n Go, linked 14 Mar 2026, 10:00 AM, last used 15 Mar 2026, 10:00 AM"),
  ).toBeVisible();
});

test("the history says in words where points came from and where they went", async () => {
  const correction = { receiptNumber: null, tillName: null, outletName: null, staffName: null };
  const adjusted = { ...entry, ...correction, sourceType: "adjustment", tierPoints: 0 };
  entries = [
    { ...adjusted, id: 3, points: -20, reason: "Ticket 4711, a wish" },
    { ...entry, id: 2, points: -120, reason: "Paid by another guest" },
    entry,
  ];
  await find();
  for (const sentence of [
    "+120 for receipt A-1001, Till 2",
    "-120, because receipt A-1001 was taken back: Paid by another guest",
    "-20, adjusted: Ticket 4711, a wish",
  ]) {
    expect(await screen.findByText(sentence)).toBeVisible();
  }
});

test("an adjustment that is tapped twice is sent once, and what waits is said to wait", async () => {
  let settle: (() => void) | undefined;
  answer = () =>
    new Promise((resolve) => {
      settle = () => resolve(Response.json({ id: 9, memberId: 12, points: -50, state: "waiting" }));
    });
  await find();
  await userEvent.click(screen.getByRole("button", { name: "Adjust points" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("radio", { name: "Take away" }));
  await userEvent.type(
    within(dialog).getByRole("textbox", { name: /^Reason/ }),
    "Ticket 4711, a wish",
  );
  await userEvent.click(within(dialog).getByRole("button", { name: "Adjust points" }));
  expect(await screen.findByText(/whole number from 1 to/)).toBeVisible();

  await userEvent.type(within(dialog).getByLabelText(/^Points/), "50");
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Adjust points" }));
  settle?.();
  expect(
    await screen.findByText(
      "Nothing has moved yet: -50 points wait for another person (adjustment 9).",
    ),
  ).toBeVisible();
  const [, adjustment, ...more] = sent;
  expect(more).toEqual([]);
  expect(adjustment?.body).toEqual({
    points: -50,
    countsForTier: false,
    reason: "Ticket 4711, a wish",
  });
  expect(adjustment?.key).toMatch(/^[0-9a-f]{32}$/);
});

test("a correction sends what was changed, and nothing for what is masked", async () => {
  answer = () => Response.json({ proposalId: null });
  await find();
  await userEvent.click(screen.getByRole("button", { name: "Correct" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(
    within(dialog).getByRole("textbox", { name: /^Reason/ }),
    "Ticket 4711, a wish",
  );
  await userEvent.click(within(dialog).getByRole("button", { name: "Correct" }));
  expect(await screen.findByText("Please change at least one field.")).toBeVisible();

  await userEvent.type(within(dialog).getByLabelText("Occupation"), "Baker");
  await userEvent.click(within(dialog).getByRole("button", { name: "Correct" }));
  expect(await screen.findByText("Done: the record is corrected.")).toBeVisible();
  const reason = "Ticket 4711, a wish";
  expect(sent.slice(1)).toMatchObject([
    { path: "/staff/member/12/correct", body: { occupation: "Baker", reason } },
    { path: "/staff/member/find", body: { memberId: 12, reason } },
  ]);
  expect(Object.keys(sent[1]?.body as object)).toEqual(["occupation", "reason"]);
});

test("a refusal shows the API's sentence, and only what one's role opens is offered", async () => {
  const message = "Please leave the member's name, number and address out of the reason.";
  answer = () => Response.json({ code: "reason", message }, { status: 422 });
  await find();
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Adjust points" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/^Points/), "5");
  await userEvent.type(
    within(dialog).getByRole("textbox", { name: /^Reason/ }),
    "Aisyah called us",
  );
  await userEvent.click(within(dialog).getByRole("button", { name: "Adjust points" }));
  expect(await screen.findByText(message)).toBeVisible();
});

const came: ListedMember = {
  id: 7,
  name: "Aisyah R.",
  lastVisitAt: "2026-03-14T11:34:00Z",
  tierName: "Plus",
  points: 1500,
  createdAt: "2026-01-02T02:00:00Z",
};

test("head office reads who came or joined last, and a name leads to the look-up", async () => {
  role = "head-office";
  operations = ["GET /staff/member", "POST /staff/member/find"];
  listed = [came];
  show();
  const [, row] = await screen.findAllByRole("row");
  expect(row).toHaveTextContent("Aisyah R.714 Mar 2026, 7:34 PMPlus1,5002 Jan 2026");
  expect(within(row!).getByRole("link")).toHaveAttribute("href", "/members?id=7");
  await userEvent.click(screen.getByRole("button", { name: "New members" }));
  await screen.findAllByRole("row");
  expect(listedBy).toEqual(["lastVisitAt", "createdAt"]);
  expect(sent).toEqual([]);
});

test("a manager reads who came to their outlet, without tier and points", async () => {
  operations = ["GET /staff/member", "POST /staff/member/find"];
  listed = [{ ...came, tierName: null, points: null, createdAt: null }];
  show();
  const heads = await screen.findAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent)).toEqual(["Name", "Member id", "Last visit"]);
  expect(screen.queryByRole("button", { name: "New members" })).toBeNull();
});
