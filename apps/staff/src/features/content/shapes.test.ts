import announcement from "@loyalty/ui/content/snapshot/announcement.json" with { type: "json" };
import awards from "@loyalty/ui/content/snapshot/awards.json" with { type: "json" };
import banners from "@loyalty/ui/content/snapshot/banners.json" with { type: "json" };
import faq from "@loyalty/ui/content/snapshot/faq.json" with { type: "json" };
import menu from "@loyalty/ui/content/snapshot/menu.json" with { type: "json" };
import openings from "@loyalty/ui/content/snapshot/openings.json" with { type: "json" };
import outlets from "@loyalty/ui/content/snapshot/outlets.json" with { type: "json" };
import * as v from "valibot";
import { expect, test } from "vitest";

import { contentTexts } from "../../texts/content.ts";
import {
  filledRecord,
  HOURS_AND_CLOSURES,
  KINDS,
  recordRule,
  ruleOf,
  type KindName,
} from "./shapes.ts";

const published: Record<KindName, object> = {
  announcement,
  awards,
  banners,
  faq,
  menu,
  openings,
  // Name and brand are the programme's: a document has them not.
  outlets: { outlets: outlets.outlets.map(({ name: _name, brand: _brand, ...rest }) => rest) },
};

test.each(Object.keys(KINDS) as KindName[])("nothing of %s is lost in its form", (kind) => {
  const rule = recordRule(KINDS[kind], contentTexts.t);
  expect(v.parse(rule, filledRecord(KINDS[kind], published[kind]))).toEqual(published[kind]);
});

test.each([
  ["0.01", "0.01"],
  ["0", null],
  ["1000", "1000.00"],
  ["1000.01", null],
  ["18.9", "18.90"],
  ["18,90", null],
  ["18.905", null],
  ["", null],
])("a price typed as %j is %j", (typed, kept) => {
  const result = v.safeParse(ruleOf({ is: "money" }, contentTexts.t), typed);
  expect(result.success ? result.output : null).toBe(kept);
});

test.each([
  ["10:00", "10:01", "2031-02-17", "2031-02-17", true],
  ["10:00", "10:00", "2031-02-17", "2031-02-17", false],
  ["10:00", "22:00", "2031-02-17", "2031-02-16", false],
])("open %s to %s, closed %s to %s: %s", (opens, closes, firstDay, lastDay, isRight) => {
  const rule = recordRule(HOURS_AND_CLOSURES, contentTexts.t);
  const typed = { hours: { opens, closes }, closures: [{ firstDay, lastDay }] };
  expect(v.safeParse(rule, typed).success).toBe(isRight);
});
