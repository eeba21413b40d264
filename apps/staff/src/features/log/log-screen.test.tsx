import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import LogScreen from "./log-screen.tsx";
import type { LogChain } from "./queries.ts";

function shown(chain: LogChain, actions: string[] = []) {
  const entryList = actions.map((action, index) => ({
    id: index + 1,
    at: verifiedAt,
    operator: "Siti via the staff app",
    action,
    details: "",
    reason: "asked for",
    memberId: null,
    outletId: null,
  }));
  answerCalls(
    () => null,
    ({ path }) => Response.json(path.endsWith("/log/chain") ? chain : { entryList }),
  );
  renderScreen(<LogScreen />);
}

const verifiedAt = "2026-03-14T02:00:00Z";

test("a whole log says up to which entry it is verified", async () => {
  shown({ entries: 1200, verifiedUpTo: 1203, verifiedAt, problems: [] });
  expect(await screen.findByText(/All 1,200 entries .* up to entry 1203/)).toBeVisible();
});

test("a broken log says where it breaks, and up to where it holds", async () => {
  const problem = { code: "log_entries_missing", message: "", params: { entry: 9 } } as const;
  shown({ entries: 12, verifiedUpTo: 7, verifiedAt, problems: [problem] });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The log is not what was written.");
  expect(alert).toHaveTextContent("Verified up to entry 7");
  expect(alert).toHaveTextContent("entries are missing from the office log before entry 9");
});

describe("a data breach", () => {
  let sent: unknown[];
  let answer: () => Response;

  function showForHeadOffice() {
    sent = [];
    const chain = { entries: 0, verifiedUpTo: null, verifiedAt: null, problems: [] };
    answerCalls(
      () => ({ operations: ["POST /staff/breach"] }),
      ({ path, body }) => {
        if (path.endsWith("/log/chain")) return Response.json(chain);
        if (!path.endsWith("/staff/breach")) return Response.json({ entryList: [] });
        sent.push(body);
        return answer();
      },
    );
    renderScreen(<LogScreen />);
  }

  const typed = async (start: string, end: string) => {
    fireEvent.change(await screen.findByLabelText("From (Malaysia time)"), {
      target: { value: start },
    });
    fireEvent.change(screen.getByLabelText("Before (Malaysia time)"), { target: { value: end } });
    await userEvent.click(screen.getByRole("button", { name: "List the members" }));
  };

  test("lists the members of a period in Malaysian time, and what the law asks", async () => {
    answer = () =>
      Response.json({
        affected: 2,
        sourceList: [
          { source: "tills", count: 2 },
          { source: "office", count: 0 },
        ],
        memberIds: [3, 4],
        isSignificant: false,
        commissionerBy: "2026-03-17T02:00:00Z",
        membersBy: "2026-03-24T02:00:00Z",
        notices: [{ name: "commissioner", text: "Dear Commissioner" }],
      });
    showForHeadOffice();
    await typed("2026-03-01T08:00", "2026-03-02T08:00");
    expect(await screen.findByText("2 members are affected.")).toBeVisible();
    expect(sent).toEqual([
      { start: "2026-03-01T08:00:00+08:00", end: "2026-03-02T08:00:00+08:00" },
    ]);
    const table = screen.getByRole("table", { name: "Read or changed by" });
    expect(within(table).getAllByRole("row")).toHaveLength(2);
    expect(screen.getByRole("button", { name: "Draft notice to the Commissioner" })).toBeVisible();
  });

  test("a period that ends before it begins is not asked for; a refusal is shown", async () => {
    answer = () =>
      Response.json(
        { message: "There is no such till key.", code: "no_such_till_key" },
        { status: 404 },
      );
    showForHeadOffice();
    await typed("2026-03-02T08:00", "2026-03-02T08:00");
    expect(await screen.findByText("The period ends before it begins.")).toBeVisible();
    expect(sent).toEqual([]);
    await typed("2026-03-01T08:00", "2026-03-02T08:00");
    expect(await screen.findByText("There is no such till key.")).toBeVisible();
  });
});

test("an act is said in words, one that has none as the log calls it", async () => {
  shown({ entries: 2, verifiedUpTo: 2, verifiedAt, problems: [] }, ["earn.verify", "new.act"]);
  expect(await screen.findByRole("rowheader", { name: "Verified a bill" })).toBeVisible();
  expect(screen.getByRole("rowheader", { name: "new.act" })).toBeVisible();
});
