import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import ProgrammeScreen from "./programme-screen.tsx";
import type { DraftPlan, DraftSummary } from "./queries.ts";

const draft: DraftSummary = {
  id: 4,
  state: "open",
  madeFrom: 2,
  revision: 7,
  begunBy: "Mei Ling via staff:3",
  begunAt: "2026-03-14T02:00:00Z",
  savedBy: "Mei Ling via staff:3",
  savedAt: "2026-03-14T02:00:00Z",
  approvalId: null,
  reason: null,
  effectiveOn: null,
  submittedBy: null,
  submittedAt: null,
  decidedBy: null,
  decidedAt: null,
  decision: null,
  withdrawnBy: null,
  withdrawal: null,
  problem: null,
  versionId: null,
  changes: [],
};
const waiting: DraftSummary = {
  ...draft,
  state: "waiting",
  approvalId: 9,
  reason: "The menu of spring",
  submittedBy: "Mei Ling via staff:3",
  submittedAt: "2026-03-14T03:00:00Z",
};
const change = { what: "reward 1", field: "cost", before: 500, after: 1550, touches: null };
const clearPlan: DraftPlan = {
  changes: [change],
  problems: [],
  questions: [],
  announcements: [],
  recipientCount: 0,
};
const clash: DraftPlan["problems"][number] = {
  code: "changed_meanwhile",
  message: "",
  params: { what: "reward 1", field: "cost", before: "500", now: "480", after: "1550" },
  line: null,
  path: ["reward 1", "cost"],
  part: "",
  record: "",
};
const noDocument = { settings: { bill_limit: 0 }, tiers: [], outlets: [], rewards: [] };

const outlet = (id: number, name: string) => ({ id, name, brand: 1, open: true });

let document: Record<"tiers" | "outlets" | "rewards", object[]> & { settings: object };
let newest: DraftSummary | null;
let plan: DraftPlan;
let files: string[];
let sent: { call: string; body: Record<string, unknown> }[];
let answer: (call: string, body: Record<string, unknown>) => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  plan = clearPlan;
  document = noDocument;
  files = ["tiers: []\n"];
});

function show(id: number) {
  const operations = [
    "POST /staff/programme/draft",
    "PUT /staff/programme/draft/{draft_id}/state",
    "POST /staff/approval/{approval_id}/decision",
  ];
  const isUnfinished = () => ["open", "waiting", "approved"].includes(newest?.state ?? "");
  const listed = (unfinished: boolean) => (newest && isUnfinished() === unfinished ? [newest] : []);
  const read: Record<string, () => Response> = {
    "/programme": () => Response.json({ versionId: 2, document, claimList: [] }),
    "/programme/version": () =>
      Response.json({
        versionList: [
          {
            id: 2,
            at: "2026-03-01T02:00:00Z",
            operator: "Raj via staff:5",
            proposedBy: "Mei Ling via staff:3",
            reason: "Looked at it",
          },
          { id: 0, at: null, operator: null, proposedBy: null, reason: null },
        ],
      }),
    "/programme/draft?isUnfinished=true": () => Response.json({ draftList: listed(true) }),
    "/programme/draft?isUnfinished=false": () => Response.json({ draftList: listed(false) }),
    "/programme/draft/4": () => Response.json(newest),
    "/programme/file": () =>
      new Response(files.length > 1 ? files.shift() : files[0], {
        headers: { "Content-Type": "application/yaml" },
      }),
    "/programme/plan": () => Response.json(plan),
  };
  answerCalls(
    () => ({ id, name: "Somebody", operations }),
    ({ method, path: whole, query, body }) => {
      const path = whole.replace("/staff", "");
      const which = query.get("isUnfinished");
      if (method === "GET" || path === "/programme/plan") {
        return read[which === null ? path : `${path}?isUnfinished=${which}`]!();
      }
      const call = { call: `${method} ${path}`, body: body as Record<string, unknown> };
      sent.push(call);
      return answer(call.call, call.body);
    },
  );
  renderScreen(<ProgrammeScreen />);
}

async function typeFile(text: string) {
  const area = await screen.findByRole("textbox", { name: "The programme as a file" });
  await userEvent.clear(area);
  await userEvent.click(area);
  await userEvent.paste(text);
  return area;
}

test("versions say who proposed and approved them; an earlier one is a draft again", async () => {
  newest = { ...waiting, state: "refused", decidedBy: "Raj via staff:5", decision: "Too dear" };
  answer = () => {
    newest = draft;
    return Response.json(draft, { status: 201 });
  };
  show(3);
  expect(await screen.findByText("Decided last: draft 4. Refused by Raj: Too dear")).toBeVisible();
  const row = (await screen.findByRole("rowheader", { name: /Version 2/ })).closest("tr")!;
  expect(within(row).getByText("Mei Ling")).toBeVisible();
  expect(within(row).getByText("Raj")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Version 0" }));
  await userEvent.dblClick(screen.getByRole("menuitem", { name: "Draft from this" }));
  expect(await screen.findByText("Being changed")).toBeVisible();
  expect(sent).toEqual([{ call: "POST /programme/draft", body: { fromVersion: 0 } }]);
});

test("a file is saved once, its plan is shown, and it is submitted with a reason from a day on", async () => {
  newest = draft;
  files = ["tiers: []\n", "tiers: [1]\n"];
  answer = (call, body) => {
    newest = call.endsWith("/state")
      ? { ...waiting, effectiveOn: body["effectiveOn"] as string }
      : { ...draft, revision: 8 };
    return Response.json(newest);
  };
  show(3);
  await typeFile("tiers:  [1]");
  expect(screen.getByRole("button", { name: "Ask for approval" })).toBeDisabled();
  await userEvent.dblClick(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: "The programme as a file" })).toHaveValue(
      "tiers: [1]\n",
    ),
  );
  expect(await screen.findByText("reward 1 costs 1,550 points instead of 500.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Ask for approval" }));
  const dialog = await screen.findByRole("dialog");
  const day = within(dialog).getByLabelText(/In force from/);
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "The menu of spring");
  await userEvent.type(day, "2020-01-01");
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask for approval" }));
  expect(await within(dialog).findByText(/Choose a day from today/)).toBeVisible();
  const tomorrow = new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 10);
  await userEvent.clear(day);
  await userEvent.type(day, tomorrow);
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask for approval" }));
  expect(await screen.findByText("Waits for another person")).toBeVisible();
  const reason = "The menu of spring";
  expect(sent).toEqual([
    {
      call: "PUT /programme/draft/4",
      body: { revision: 7, file: "tiers:  [1]", fromCurrent: false },
    },
    {
      call: "PUT /programme/draft/4/state",
      body: { state: "waiting", revision: 8, reason, effectiveOn: tomorrow },
    },
  ]);
  expect(screen.getByText(/^You asked for approval yourself/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("mistakes are named with the line they are in, and what is typed stays", async () => {
  newest = draft;
  answer = () =>
    Response.json(
      {
        code: "programme",
        message: "This file has mistakes.",
        problems: [
          {
            code: "file_whole_number",
            params: { key: "cost", min: 0, max: 10 },
            line: 2,
            part: "",
            record: "",
          },
        ],
      },
      { status: 422 },
    );
  show(3);
  const area = (await typeFile("tiers: []\ncost: many\n")) as HTMLTextAreaElement;
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  expect(
    await screen.findByText("Line 2: cost should be a whole number from 0 to 10."),
  ).toBeVisible();
  expect(area).toHaveValue("tiers: []\ncost: many\n");
  await userEvent.click(screen.getByRole("button", { name: "Go to line 2" }));
  expect(area).toHaveFocus();
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("cost: many");
});

/** Farid has saved revision 9 meanwhile. */
const savedByFarid = (_call: string, body: Record<string, unknown>) =>
  body["revision"] === 7
    ? Response.json(
        {
          code: "draft_changed",
          message: "Farid has saved this draft meanwhile.",
          revision: 9,
          changedBy: "Farid via staff:8",
          changedAt: "2026-03-14T04:01:00Z",
        },
        { status: 409 },
      )
    : Response.json({ ...draft, revision: 10 });

test("who saved it meanwhile is named, and what is typed can be saved in its place", async () => {
  newest = draft;
  answer = savedByFarid;
  show(3);
  await typeFile("mine: 1");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save mine in its place" }));
  await waitFor(() => expect(sent.map(({ body }) => body["revision"])).toEqual([7, 9]));
  expect(sent[1]!.body["file"]).toBe("mine: 1");
});

test("theirs is shown above what was typed, which is not lost", async () => {
  newest = draft;
  files = ["tiers: []\n", "theirs: 1\n"];
  answer = savedByFarid;
  show(3);
  const area = await typeFile("mine: 1");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText(/^Farid changed this at .*12:01/)).toBeVisible();
  expect(area).toHaveValue("mine: 1");
  newest = { ...draft, revision: 9 };
  await userEvent.click(screen.getByRole("button", { name: "Show theirs" }));
  await waitFor(() => expect(area).toHaveValue("theirs: 1\n"));
  expect(screen.getByRole("textbox", { name: "What you had typed" })).toHaveValue("mine: 1");
  await typeFile("mine: 1");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(sent.map(({ body }) => body["revision"])).toEqual([7, 9]));
});

test("nobody approves what cannot be applied any more", async () => {
  newest = waiting;
  plan = { ...clearPlan, problems: [clash] };
  show(5);
  expect(await screen.findByText(/^reward 1: cost was 500 .* is 480 now/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Approve" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Refuse" })).toBeEnabled();
});

test.each([
  { outlets: [4, 6], where: "KLIA 2 and Sri Petaling" },
  { outlets: [], where: "all" },
])("who approves a new reward reads what it costs, when and at $where", async (reward) => {
  const added = (field: string, after: unknown) => ({
    what: "reward 12",
    field,
    before: null,
    after,
    touches: null,
  });
  newest = waiting;
  plan = {
    ...clearPlan,
    changes: [
      added("title", "Mango rice"),
      added("cost", 650),
      added("min_spend", "0.00"),
      added("stock", 100),
      added("tier", 2),
      added("outlets", reward.outlets),
      added("starts", "2026-11-30T00:00:00+08:00"),
    ],
    questions: [
      {
        code: "reward_without_terms",
        message: "Reward 12: it has no terms.",
        params: { reward: 12 },
      },
    ],
  };
  document = {
    ...document,
    outlets: [outlet(4, "KLIA 2"), outlet(6, "Sri Petaling")],
    tiers: [{ level: 2, name: "Gold" }],
  };
  show(5);
  expect(await screen.findByText("Mango rice is new.")).toBeVisible();
  const facts = ["Cost: 650", "Stock: 100", "Tier: Gold", `Outlets: ${reward.where}`];
  for (const fact of [...facts, "First day: 30 Nov 2026"]) {
    expect(screen.getByText(fact)).toBeVisible();
  }
  expect(screen.queryByText(/Smallest bill/)).toBeNull();
  expect(screen.getByText("Reward Mango rice: it has no terms.")).toBeVisible();
});

test("another person approves it, and reads that it is in force", async () => {
  newest = waiting;
  plan = {
    ...clearPlan,
    announcements: [
      { title: "Mango Sticky Rice", at: null },
      { title: "Crab Omelette", at: "2026-12-01T02:30:00.000Z" },
    ],
    recipientCount: 2310,
  };
  answer = () => {
    newest = {
      ...waiting,
      state: "applied",
      versionId: 3,
      decidedBy: "Raj via staff:5",
      decision: "Looked at it",
    };
    return Response.json(newest);
  };
  show(5);
  const approve = await screen.findByRole("button", { name: "Approve" });
  await waitFor(() => expect(approve).toBeEnabled());
  await userEvent.click(approve);
  const dialog = await screen.findByRole("dialog");
  for (const words of [
    "Mango Sticky Rice: 2,310 members get a message as soon as it is approved.",
    "Crab Omelette: 2,310 members get a message when it starts, 1 Dec 2026, 10:30 AM.",
  ]) {
    expect(within(dialog).getByText(words)).toBeVisible();
  }
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "Looked at it");
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Decided last: draft 4. In force as version 3")).toBeVisible();
  expect(sent).toEqual([
    {
      call: "POST /approval/9/decision",
      body: { decision: "approve", reason: "Looked at it" },
    },
  ]);
});

test("who began a draft withdraws it, and two taps withdraw it once", async () => {
  newest = draft;
  answer = () => {
    newest = {
      ...draft,
      state: "withdrawn",
      withdrawnBy: "Mei Ling via staff:3",
      withdrawal: "Later",
    };
    return Response.json(newest);
  };
  show(3);
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "Not before July");
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText(/^Decided last: draft 4. Withdrawn/)).toBeVisible();
  const body = { state: "withdrawn", reason: "Not before July" };
  expect(sent).toEqual([{ call: "PUT /programme/draft/4/state", body }]);
});

test("what two have changed is saved again from the programme as it is, once it was looked at", async () => {
  newest = draft;
  plan = {
    ...clearPlan,
    problems: [clash],
  };
  answer = () => {
    plan = clearPlan;
    return Response.json({ ...draft, revision: 8 });
  };
  show(3);
  expect(await screen.findByText(/^reward 1: cost was 500 .* is 480 now/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Ask for approval" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: /^I have looked at it/ }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Ask for approval" })).toBeEnabled(),
  );
  expect(sent[0]!.body["fromCurrent"]).toBe(true);
});
