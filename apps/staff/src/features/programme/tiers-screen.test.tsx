import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import type { DraftSummary } from "./queries.ts";
import TiersScreen from "./tiers-screen.tsx";

const waiting: Partial<DraftSummary> = {
  id: 4,
  state: "waiting",
  begunBy: "Mei Ling via staff:3",
  savedBy: "Mei Ling via staff:3",
  savedAt: "2026-03-14T02:00:00Z",
  effectiveOn: null,
  submittedBy: "Mei Ling via staff:3",
  submittedAt: "2026-03-14T03:00:00Z",
  changes: [{ what: "tier 1", field: "multiplier", before: "1.2", after: "1.4" }],
};

function show(draftList: object[]) {
  const tiers = [{ level: 1, name: "Elite", floor: 500, multiplier: "1.2" }];
  const document = { settings: {}, tiers, outlets: [], rewards: [] };
  answerCalls(
    () => ({ operations: [] }),
    ({ path }) =>
      Response.json(
        path === "/staff/programme" ? { versionId: 2, document, claimList: [] } : { draftList },
      ),
  );
  renderScreen(<TiersScreen />);
}

test("a change that waits is said with what it was, who approves it, and the way there", async () => {
  show([waiting]);
  expect(
    await screen.findByText("Elite gives 1.4 points per ringgit instead of 1.2."),
  ).toBeVisible();
  expect(screen.getByText(/^Mei Ling asked for approval of these changes/)).toBeVisible();
  expect(screen.getByText(/^Another person of head office approves it/)).toBeVisible();
  expect(screen.getByRole("link", { name: /^Look at it/ })).toHaveAttribute(
    "href",
    "/programme?draft=4",
  );
  expect(screen.queryByText("Nothing is changed yet.")).toBeNull();
});

test("without such a change nothing is changed, also where a reward waits", async () => {
  show([{ ...waiting, changes: [{ what: "reward 1", field: "cost", before: 1, after: 2 }] }]);
  expect(await screen.findByText("Nothing is changed yet.")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
