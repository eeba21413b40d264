import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import { RecordedToday } from "./recorded-today.tsx";

afterEach(() => vi.unstubAllGlobals());

const bill = (id: number, memberName: string, statusId: number) => ({
  id,
  memberName,
  statusId,
  receiptNumber: `A-${id}`,
  amount: "12.00",
  createdAt: "2026-11-28T04:00:00Z",
});

test("the newest three that were not taken back are asked for and shown", async () => {
  const matches = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => matches);
  const today = ["Aina", "Ben", "Chan", "Devi", "Eng"].map((name, at) =>
    bill(5 - at, name, name === "Aina" ? 3 : 1),
  );
  answerCalls(
    () => null,
    ({ query }) => {
      const isCounted = query.get("state") === "counted";
      const bills = today.filter(({ statusId }) => !isCounted || statusId !== 3);
      return Response.json({ billList: bills.slice(0, Number(query.get("limit") ?? 100)) });
    },
  );
  renderScreen(<RecordedToday />);
  await screen.findByText("Ben");
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Ben/),
    expect.stringMatching(/^Chan/),
    expect.stringMatching(/^Devi/),
  ]);
});
