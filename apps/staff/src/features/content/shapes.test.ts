import hourRows from "@loyalty/api-client/cases/hours.json" with { type: "json" };
import announcement from "@loyalty/content/snapshot/announcement.json" with { type: "json" };
import awards from "@loyalty/content/snapshot/awards.json" with { type: "json" };
import banners from "@loyalty/content/snapshot/banners.json" with { type: "json" };
import faq from "@loyalty/content/snapshot/faq.json" with { type: "json" };
import menu from "@loyalty/content/snapshot/menu.json" with { type: "json" };
import openings from "@loyalty/content/snapshot/openings.json" with { type: "json" };
import outlets from "@loyalty/content/snapshot/outlets.json" with { type: "json" };
import { i18n } from "@loyalty/ui/i18n";
import * as v from "valibot";
import { expect, test } from "vitest";

import { contentTexts } from "../../texts/content.ts";
import {
  filledRecord,
  HOURS_AND_CLOSURES,
  KINDS,
  OUTLET,
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
};

test.each(Object.keys(KINDS) as KindName[])("nothing of %s is lost in its form", (kind) => {
  const rule = recordRule(KINDS[kind], i18n.getFixedT(null, contentTexts));
  expect(v.parse(rule, filledRecord(KINDS[kind], published[kind]))).toEqual(published[kind]);
});

test("nothing of an outlet is lost in its form", () => {
  const rule = recordRule(OUTLET, i18n.getFixedT(null, contentTexts));
  // Name and brand are the programme's.
  for (const { id: _id, name: _name, brand: _brand, ...outlet } of outlets.outlets) {
    expect(v.parse(rule, filledRecord(OUTLET, outlet))).toEqual(outlet);
  }
});

test.each([
  ["0.01", "0.01"],
  ["0", null],
  ["1,000.00", "1000.00"],
  ["1000.01", null],
  ["18.9", "18.90"],
  ["18,90", null],
  ["1,00.00", null],
  ["18.905", null],
  ["", null],
])("a price typed as %j is %j", (typed, kept) => {
  const result = v.safeParse(ruleOf({ is: "money" }, i18n.getFixedT(null, contentTexts)), typed);
  expect(result.success ? result.output : null).toBe(kept);
});

const parts = (street: string, postcode: string, city: string, state: string) => ({
  street,
  postcode,
  city,
  state,
});

test.each([
  ["3, Jalan PJS 11/15, 47500 Subang Jaya, Selangor", "3, Jalan PJS 11/15", "Selangor"],
  ["Lot 12345 Jalan  Raya 47500 Subang Jaya , Selangor ", "Lot 12345 Jalan Raya", "Selangor"],
  ["3, Jalan PJS 11/15, 47500 Subang Jaya", null, ""],
  ["Jalan PJS 11/15, 4750 Subang Jaya, Selangor", null, ""],
  ["47500 Subang Jaya, Selangor", null, ""],
  [`${"Jalan ".repeat(21)}47500 Subang Jaya, Selangor`, null, ""],
])("an address typed as %j is in %j", (typed, street, state) => {
  const result = v.safeParse(ruleOf({ is: "address" }, i18n.getFixedT(null, contentTexts)), typed);
  const read = result.success ? result.output : null;
  expect(read).toEqual(street === null ? null : parts(street, "47500", "Subang Jaya", state));
});

test("a city that is a state of its own is written once", () => {
  const result = v.parse(
    ruleOf({ is: "address" }, i18n.getFixedT(null, contentTexts)),
    "1, Jalan Imbi, 55100 Melaka",
  );
  expect(result).toEqual(parts("1, Jalan Imbi", "55100", "Melaka", "Melaka"));
});

test.each([
  ["3.1422, 101.7105", { lat: 3.1422, lng: 101.7105 }],
  [" 3.142212 101.710512 ", { lat: 3.142212, lng: 101.710512 }],
  ["101.7105, 3.1422", null],
  ["51.5007, -0.1246", null],
  ["3.1422", null],
])("a place typed as %j is %j", (typed, place) => {
  const result = v.safeParse(ruleOf({ is: "place" }, i18n.getFixedT(null, contentTexts)), typed);
  expect(result.success ? result.output : null).toEqual(place);
});

test("a description may be left out, but not be there in Malay alone", () => {
  const rule = recordRule(
    { about: { is: "translated", most: 400, optional: true } },
    i18n.getFixedT(null, contentTexts),
  );
  expect(v.parse(rule, { about: { en: "", ms: "" } })).toEqual({});
  const { issues = [] } = v.safeParse(rule, { about: { en: "", ms: "Mi" } });
  expect(issues.map((issue) => v.getDotPath(issue))).toEqual(["about.en"]);
});

test.each(hourRows)("hours and closures: $why", ({ week, closures, wrong, shown }) => {
  const hours = Object.fromEntries(
    Object.entries(week).map(([day, pairs]) => [
      day,
      (pairs as string[][]).map(([opens, closes]) => ({ opens, closes })),
    ]),
  );
  const closed = closures.map(([firstDay, lastDay]) => ({ firstDay, lastDay }));
  const rule = recordRule(HOURS_AND_CLOSURES, i18n.getFixedT(null, contentTexts));
  const typed = filledRecord(HOURS_AND_CLOSURES, { hours, closures: closed });
  const { issues = [] } = v.safeParse(rule, typed);
  expect(issues.map((issue) => v.getDotPath(issue))).toEqual(
    wrong === null ? [] : [shown ?? wrong],
  );
});

const banner = { brand: "krua-bowl", alt: { en: "A bowl" }, picture: { drawing: "bowl" } };

test.each([
  ["", "", true],
  ["2026-12-01", "", true],
  ["", "2026-12-01", true],
  ["2026-12-01", "2026-12-01", true],
  ["2026-12-02", "2026-12-01", false],
])("a banner from %j to %j: %s", (firstDay, lastDay, isRight) => {
  const typed = filledRecord(KINDS.banners, { banners: [{ ...banner, firstDay, lastDay }] });
  expect(
    v.safeParse(recordRule(KINDS.banners, i18n.getFixedT(null, contentTexts)), typed).success,
  ).toBe(isRight);
});

test("days and prices that are not typed are not in the document", () => {
  const typed = filledRecord(KINDS.banners, { banners: [{ ...banner, lastDay: "2026-12-01" }] });
  expect(v.parse(recordRule(KINDS.banners, i18n.getFixedT(null, contentTexts)), typed)).toEqual({
    banners: [{ ...banner, lastDay: "2026-12-01" }],
  });
});
