import type { Activity } from "@loyalty/api-client/wire";
import { expectAccessible } from "@loyalty/ui/testing";
import { render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { ActivityList } from "./activity-list.tsx";
import { PointsFigure, TierBadge, TierProgress } from "./member-card.tsx";
import { tierStatusOf } from "./tier-status.ts";

const tiers = [
  { level: 0, name: "Basic", upLevelPointAmount: 1500 },
  { level: 1, name: "Plus", upLevelPointAmount: 5000 },
  { level: 2, name: "Elite", upLevelPointAmount: 10_000 },
  { level: 3, name: "Royal", upLevelPointAmount: 0 },
];
const activity = (differences: Partial<Activity>): Activity => ({
  id: 1,
  actionId: 2,
  points: 40,
  remark: "Receipt 1042",
  createdAt: "2026-02-14T17:10:00Z",
  ...differences,
});

describe("points", () => {
  test("are grouped like the reader's numbers", () => {
    render(<PointsFigure points={12_340} />);
    expect(screen.getByText(/12,340/).parentElement).toHaveTextContent("12,340 points");
  });

  test("are three dots while they load, and a sentence to screen readers", async () => {
    render(<PointsFigure points={undefined} />);

    expect(screen.getByText("...")).toHaveAccessibleName("Loading points data...");
    await expectAccessible();
  });

  test("say when they could not be loaded", () => {
    render(<PointsFigure points={undefined} failed />);
    expect(screen.getByText("Error loading points")).toBeVisible();
  });
});

test.each([
  [0, "Bronze"],
  [1, "Silver"],
  [2, "Gold"],
  [3, "Platinum"],
])("level %i is called %s in the navigation", (level, name) => {
  render(<TierBadge level={level} />);
  expect(screen.getByText(name)).toBeVisible();
});

describe("the way to the next tier", () => {
  test("is accessible and needs no arithmetic", async () => {
    render(<TierProgress tierStatus={tierStatusOf(740, 0, tiers)} />);

    const bar = screen.getByRole("progressbar");
    expect(bar).toHaveAttribute("aria-valuetext", "740 of 1,500, 760 to Plus");
    expect(bar).toHaveAttribute("aria-valuenow", "49");
    expect(screen.getByText("760 points to go")).toBeVisible();
    expect(screen.getByText("760 more points needed to reach Plus")).toBeVisible();
    expect(screen.getByText("740 / 1,500")).toBeVisible();
    await expectAccessible();
  });

  test.each([
    [1499, "1 point to go"],
    [1500, "0 points to go"],
  ])("at %i points says %s", (points, words) => {
    render(<TierProgress tierStatus={tierStatusOf(points, 0, tiers)} />);
    expect(screen.getByText(words)).toBeVisible();
  });

  test("ends at the top", () => {
    render(<TierProgress tierStatus={tierStatusOf(12_000, 3, tiers)} />);

    expect(screen.getByText("Max Level")).toBeVisible();
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  });

  test.each([
    [{ status: "loading" }, "Loading points data..."],
    [{ status: "failed" }, "Unable to load progress data"],
    [tierStatusOf(100, 7, tiers), "Unable to calculate progress"],
  ] as const)("says how it is: %o", (tierStatus, words) => {
    render(<TierProgress tierStatus={tierStatus} />);
    expect(screen.getByText(words)).toBeVisible();
  });
});

describe("activities", () => {
  test("are an accessible list, or a sentence when there is none", async () => {
    const { rerender } = render(<ActivityList activities={[activity({})]} />);
    await expectAccessible();

    rerender(<ActivityList activities={[]} />);
    expect(screen.getByText("No recent activities found")).toBeVisible();
  });

  test("show what happened, when in Malaysia, and the points with their sign", () => {
    render(
      <ActivityList
        activities={[
          activity({ id: 1 }),
          activity({ id: 2, actionId: 3, points: 500 }),
          activity({ id: 3, actionId: 1, points: 0, remark: "Member Registration" }),
        ]}
      />,
    );
    const [earned, redeemed, joined] = screen.getAllByRole("listitem");

    expect(earned).toHaveTextContent("Points earned");
    expect(earned).toHaveTextContent("+40");
    // 17:10 UTC is ten past one in the morning of the next day in Malaysia.
    expect(earned).toHaveTextContent("15 Feb 2026");
    expect(redeemed).toHaveTextContent("-500");
    expect(within(joined!).getAllByText("Member Registration")).toHaveLength(1);
  });
});
