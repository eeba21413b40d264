import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import { RewardPage } from "./reward-page.tsx";

test("a stock that is no number stays in its field, which says so, and the buttons stay", async () => {
  const document = { settings: {}, tiers: [], outlets: [], rewards: [] };
  const wrong = {
    code: "file_whole_number",
    message: "",
    params: { key: "stock", min: 0, max: 1_000_000 },
    line: null,
    path: ["rewards", "0", "stock"],
    part: "",
    record: "",
  };
  const plan = { changes: [], questions: [], announcements: [], recipientCount: 0 };
  const read: Record<string, object> = {
    "/staff/programme": { versionId: 2, document, claimList: [] },
    "/staff/programme/draft": { draftList: [] },
    "/staff/programme/plan": { ...plan, problems: [wrong] },
  };
  answerCalls(
    () => ({ operations: ["PUT /staff/programme/draft/{draft_id}/state"] }),
    ({ path }) => Response.json(read[path] ?? {}),
  );
  renderScreen(<RewardPage rewardId={null} />);
  const stock = await screen.findByLabelText("Stock");
  expect(stock).toHaveAccessibleDescription("A number of pieces, such as 50.");
  await userEvent.type(stock, "10%");
  const said = "Stock should be a whole number from 0 to 1,000,000.";
  expect(await screen.findAllByText(said)).toHaveLength(2);
  expect(stock).toHaveAccessibleDescription(new RegExp(said));
  expect(screen.getByRole("button", { name: "Save draft" })).toBeEnabled();
  await userEvent.click(screen.getByRole("button", { name: "Ask for approval…" }));
  expect(stock).toHaveFocus();
  expect(screen.queryByRole("dialog")).toBeNull();
});
