import { i18n } from "@loyalty/ui/i18n";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { broadcastsTexts } from "../../texts/broadcasts.ts";
import {
  broadcastRule,
  type BroadcastValues,
  contentOf,
  missingIn,
  valuesOf,
} from "./broadcast-form.ts";

const empty = valuesOf(null);
const words = { title: "Mango week", body: "Mango rice at half price." };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-14T02:00:00Z") });
});
afterEach(() => vi.useRealTimers());

const mistakesIn = (values: Partial<BroadcastValues>) =>
  v
    .safeParse(broadcastRule(i18n.getFixedT("en", broadcastsTexts)), { ...empty, ...values })
    .issues?.map((issue) => [v.getDotPath(issue), issue.message]) ?? [];

const WHOLE = "Give a whole number from 1 to 1,000.";

test.each([
  ["sendAt", "2026-03-14T10:01", null],
  ["sendAt", "2026-03-14T10:00", "This time has passed. Choose a later one, or none."],
  ["sendAt", "", null],
  ["sendAt", "tomorrow", "Write a day and a time such as 27 Nov 2026, 7:34 PM."],
  ["leastVisits", "1", null],
  ["leastVisits", "0", WHOLE],
  ["leastVisits", "1000", null],
  ["leastVisits", "1001", WHOLE],
  ["leastVisits", "2.5", WHOLE],
  ["balanceFrom", "0", null],
  ["balanceFrom", "-1", "Give a whole number from 0 to 100,000,000."],
])("%s %j: %s", (name, typed, mistake) => {
  expect(mistakesIn({ [name]: typed })).toEqual(mistake === null ? [] : [[name, mistake]]);
});

test("the most points are no fewer than the fewest", () => {
  expect(mistakesIn({ balanceFrom: "500", balanceTo: "500" })).toEqual([]);
  expect(mistakesIn({ balanceFrom: "500", balanceTo: "499" })).toEqual([
    ["balanceTo", "This is less than the fewest points."],
  ]);
});

test("what is typed is sent as Malaysia's time and as numbers, and nothing where nothing is typed", () => {
  const typed = { balanceFrom: "500", balanceTo: "900", birthMonth: "3", leastVisits: "2" };
  const content = contentOf({ ...empty, ...typed, sendAt: "2026-03-15T10:30" });
  expect(content).toMatchObject({
    sendAt: "2026-03-15T10:30:00+08:00",
    segment: { balanceFrom: 500, balanceTo: 900, birthMonth: 3, leastVisits: 2 },
  });
  expect(contentOf(empty)).toMatchObject({
    sendAt: null,
    segment: { balanceFrom: null, balanceTo: null, birthMonth: null, leastVisits: null },
  });
});

test("English words stand in for the languages without any", () => {
  expect(missingIn({ ...empty, texts: { ...empty.texts, ms: words } })).toEqual([
    "en",
    "zh",
    "ta",
    "th",
    "id",
  ]);
  expect(missingIn({ ...empty, texts: { ...empty.texts, en: words } })).toEqual([]);
});
