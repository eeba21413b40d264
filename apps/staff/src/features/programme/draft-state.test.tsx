import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import { DecidedDraft } from "./draft-state.tsx";
import type { DraftPlan, DraftSummary } from "./queries.ts";

const waiting: DraftSummary = {
  id: 4,
  state: "waiting",
  madeFrom: 2,
  revision: 7,
  begunBy: "Mei Ling via staff:3",
  begunAt: "2026-03-14T02:00:00Z",
  savedBy: "Mei Ling via staff:3",
  savedAt: "2026-03-14T02:00:00Z",
  approvalId: 9,
  reason: "The menu of spring",
  effectiveOn: null,
  submittedBy: "Mei Ling via staff:3",
  submittedAt: "2026-03-14T03:00:00Z",
  decidedBy: null,
  decidedAt: null,
  decision: null,
  withdrawnBy: null,
  withdrawal: null,
  problem: null,
  versionId: null,
  changes: [],
};
const change = { what: "reward 1", field: "cost", before: 500, after: 1550, touches: null };
const noDocument = { settings: {}, tiers: [], outlets: [], rewards: [] };

function show(changes: DraftPlan["changes"], outletList: object[] = []) {
  const read: Record<string, object> = {
    "/programme": { claimList: [], versionId: 2, document: noDocument },
    "/programme/plan": {
      changes,
      problems: [],
      questions: [],
      announcements: [],
      recipientCount: 0,
    },
    "/outlet": { revision: 1, outletList },
  };
  answerCalls(
    () => ({ id: 5 }),
    ({ path }) => Response.json(read[path.replace("/staff", "")]),
  );
  renderScreen(<DecidedDraft draft={waiting}>{null}</DecidedDraft>);
}

test("who approves a reward that starts later reads from when, and a worth of nothing in words", async () => {
  const plan = [
    { ...change, field: "starts", before: null, after: "2099-12-01T00:00:00+08:00" },
    { ...change, field: "value", before: "8.00", after: "0.00" },
  ];
  show(plan);
  expect(await screen.findByText("Approved now, members get it from 1 Dec 2099")).toBeVisible();
  expect(screen.queryByText(/as soon as/)).toBeNull();
  expect(screen.getByText(/Worth is nothing instead of RM 8\.00/)).toBeVisible();
});

test("who approves a new outlet reads its address, hours and closures", async () => {
  const plan = [{ ...change, what: "outlet 20", field: "name", before: null, after: "Gamuda" }];
  const hours = [{ opens: "10:00", closes: "22:00" }];
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const outletList = [
    {
      id: 20,
      draftId: 4,
      description: {
        address: { street: "1 Jalan Kota", postcode: "42500", city: "Telok", state: "Selangor" },
        hours: Object.fromEntries(days.map((day) => [day, hours])),
        closures: [{ firstDay: "2099-12-25", lastDay: "2099-12-25", name: "Christmas" }],
        specialDays: [],
      },
    },
  ];
  show(plan, outletList);
  expect(await screen.findByText("1 Jalan Kota, 42500 Telok, Selangor")).toBeVisible();
  expect(screen.getByText("10:00 AM - 10:00 PM daily")).toBeVisible();
  expect(screen.getByText("Closed Fri 25 Dec 2099: Christmas")).toBeVisible();
});
