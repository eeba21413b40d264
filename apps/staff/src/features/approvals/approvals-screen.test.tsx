import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import ApprovalsScreen from "./approvals-screen.tsx";
import type { Approval } from "./queries.ts";

const adjustment: Approval = {
  kind: "adjustment",
  id: 9,
  memberId: 12,
  memberName: "Aisyah Rahman",
  outletId: 1,
  askedBy: "Ravi via staff:3",
  askedAt: new Date(Date.now() - 2 * 24 * 3600_000 - 60_000).toISOString(),
  reason: "Ticket 4711, a wish",
  isOwn: false,
  state: "waiting",
  decidedBy: null,
  decidedAt: null,
  whyNot: null,
  points: -200,
  countsForTier: true,
  balanceBefore: 1500,
  balanceAfter: 1300,
  changes: [],
  bill: null,
  toMemberId: null,
  toMemberName: null,
  voucher: null,
  usedAt: null,
  person: null,
  subjectId: null,
  things: [],
  given: [],
  taken: [],
};
const noPoints = { points: null, countsForTier: null, balanceBefore: null, balanceAfter: null };
const correction: Approval = {
  ...adjustment,
  ...noPoints,
  kind: "correction",
  id: 10,
  changes: [
    { field: "email", before: "a***@example.com", after: "n***@example.com", isHidden: true },
    { field: "dateOfBirth", before: null, after: null, isHidden: true },
    { field: "occupation", before: null, after: "Baker", isHidden: false },
    { field: "genderId", before: "1", after: "2", isHidden: false },
  ],
};

let operations: string[];
let waiting: Approval[];
let decided: Approval[];
let sent: { path: string; body: unknown }[];
let answer: () => Promise<Response> | Response;

beforeEach(() => {
  sent = [];
  decided = [];
  operations = [];
  answerCalls(
    () => ({ operations, outlets: [publika] }),
    ({ method, path, query, body }) => {
      if (method === "GET") {
        return Response.json({ approvalList: query.has("decided") ? decided : waiting });
      }
      sent.push({ path, body });
      return answer();
    },
  );
});

function show() {
  renderScreen(<ApprovalsScreen />);
}

const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);

test("a proposal shows before and after, who, why and how long ago", async () => {
  waiting = [adjustment, correction];
  show();
  const points = await screen.findByRole("article", { name: "Adjust the points: Aisyah Rahman" });
  const rows = within(points).getAllByRole("row").map(cells);
  expect(rows[1]).toEqual(["Points", "1,500", "1,300"]);
  expect(within(points).getByText("-200 points, and as many tier points")).toBeVisible();
  expect(within(points).getByText("Why: Ticket 4711, a wish")).toBeVisible();
  expect(
    await within(points).findByText(/^Proposed by Ravi, .*, 2 days ago, Publika$/),
  ).toBeVisible();

  const record = screen.getByRole("article", { name: "Correct the record: Aisyah Rahman" });
  expect(within(record).getAllByRole("row").slice(1).map(cells)).toEqual([
    ["E-mail", "a***@example.com", "n***@example.com"],
    ["Date of birth", "Not shown to your role", "Not shown to your role"],
    ["Occupation", "–", "Baker"],
    ["Gender", "Male", "Female"],
  ]);
});

test("roles and invitations name the person of the staff, and no member", async () => {
  const head: Approval["given"][number] = { role: "head-office", outletId: null };
  const ofStaff: Approval = {
    ...adjustment,
    ...noPoints,
    memberId: null,
    memberName: null,
    outletId: null,
    person: { id: 4, name: "Siti", email: "siti@example.com" },
  };
  waiting = [
    { ...ofStaff, kind: "roles", given: [head], taken: [{ role: "cashier", outletId: 1 }] },
    { ...ofStaff, kind: "invitation", id: 11 },
  ];
  show();
  const roles = await screen.findByRole("article", { name: "Change the roles: Siti" });
  await waitFor(() =>
    expect(within(roles).getAllByRole("row").slice(1).map(cells)).toEqual([
      ["Roles", "Cashier, Publika", "Head office"],
    ]),
  );
  const invitation = screen.getByRole("article", { name: "A new passkey for Siti" });
  expect(within(invitation).getByText("siti@example.com")).toBeVisible();
  expect(within(roles).queryByRole("link")).toBeNull();
});

test("who is not independent of the proposer reads why, and is offered no decision", async () => {
  const params = { day: "2026-11-24" };
  waiting = [{ ...adjustment, whyNot: { code: "you_invited_proposer", message: "On …", params } }];
  show();
  const sentence =
    "On 24 Nov 2026 you invited the person whom this comes from. " +
    "Somebody independent of both of you has to decide.";
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Approve|Refuse)/ })).toBeNull();
});

test("an approval that is tapped twice is sent once, and the proposal is gone", async () => {
  waiting = [adjustment];
  let settle: (() => void) | undefined;
  answer = () =>
    new Promise((resolve) => (settle = () => resolve(new Response(null, { status: 204 }))));
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Approve/ }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Approve" }));
  waiting = [];
  settle?.();
  expect(await screen.findByText(/^Nothing waits for a decision\./)).toBeVisible();
  expect(sent).toEqual([{ path: "/staff/approval/9/decision", body: { decision: "approve" } }]);
});

test("a refusal needs a reason", async () => {
  waiting = [adjustment];
  answer = () => new Response(null, { status: 204 });
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Refuse/ }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Refuse" }));
  expect(await screen.findByText("Please write at least 8 characters.")).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.type(within(dialog).getByRole("textbox"), "No such receipt");
  await userEvent.click(within(dialog).getByRole("button", { name: "Refuse" }));
  await expect
    .poll(() => sent)
    .toEqual([
      {
        path: "/staff/approval/9/decision",
        body: { decision: "refuse", reason: "No such receipt" },
      },
    ]);
});

test("who proposed something withdraws it, by two taps too once; nobody else is offered that", async () => {
  operations = ["POST /staff/approval/{approval_id}/withdraw"];
  waiting = [
    { ...adjustment, isOwn: true, whyNot: { code: "own_proposal", message: "", params: {} } },
    correction,
  ];
  answer = () => new Response(null, { status: 204 });
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Withdraw/ }));
  const dialog = await screen.findByRole("dialog", { name: "Withdraw this?" });
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ path: "/staff/approval/9/withdraw", body: {} }]);
});

test("who is late reads who was quicker, and the list follows", async () => {
  waiting = [adjustment];
  answer = () => {
    waiting = [];
    const message = "Mei has already approved this.";
    return Response.json({ code: "decided", message }, { status: 409 });
  };
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Approve/ }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Mei has already approved this.")).toBeVisible();
  expect(await screen.findByText(/^Nothing waits for a decision\./)).toBeInTheDocument();
});

test("what was decided stays listed, and a draft that waits is a row that leads to where it is read and decided", async () => {
  const draft = { ...adjustment, ...noPoints, memberId: null, memberName: null, outletId: null };
  waiting = [
    { ...draft, kind: "programme", subjectId: 4, things: ["Mango Sticky Rice", "Plus"] },
    { ...draft, id: 11, kind: "broadcast", subjectId: 6, things: ["Mangoes at half price"] },
  ];
  decided = [
    {
      ...draft,
      kind: "programme",
      subjectId: 3,
      state: "refused",
      decidedBy: "Mei via staff:4",
      decidedAt: "2026-03-14T06:00:00Z",
    },
  ];
  show();
  const [first, second] = await screen.findAllByRole("article");
  expect(first).toHaveAccessibleName("Change the programme: Mango Sticky Rice and Plus");
  expect(within(first!).getByText(/^Proposed by Ravi, .*, 2 days ago$/)).toBeVisible();
  expect(within(first!).queryByRole("button")).toBeNull();
  const read = { name: "Read what it changes, and decide" };
  expect(within(first!).getByRole("link", read)).toHaveAttribute("href", "/programme?draft=4");
  expect(second).toHaveAccessibleName("Send a broadcast: Mangoes at half price");
  expect(within(second!).getByRole("link", read)).toHaveAttribute("href", "/broadcasts?id=6");
  expect(await screen.findByText(/^Refused by Mei, 14 Mar 2026, 2:00 PM/)).toBeVisible();
  expect(screen.getByText("Change the rules of the programme")).toBeVisible();
});
