import { brandKeys } from "@loyalty/ui/brands";
import { expect, test } from "vitest";

import { distanceKm, findOutlets, isNew, type OutletSearchOptions } from "./outlet-search.ts";
import { outletsContent, outletsOf } from "./outlets.ts";

const bowls = outletsOf(outletsContent.snapshot.outlets, "krua-bowl");
const anything: OutletSearchOptions = {
  query: "",
  filter: "all",
  sort: "name",
  here: null,
  now: new Date("2025-12-01T12:00:00+08:00"),
};
const named = (wish: Partial<OutletSearchOptions>) =>
  findOutlets(bowls, { ...anything, ...wish }).map(({ outlet }) => outlet.name);

test("a search finds names and addresses, whatever the case", () => {
  expect(named({ query: "publika" })).toEqual(["Publika"]);
  expect(named({ query: " JOHOR " })).toEqual(["JB Paradigm Mall", "JB Toppen"]);
  expect(named({ query: "Bangkok" })).toEqual([]);
});

test("the filters leave new outlets, or those that deliver", () => {
  expect(named({ filter: "new" })).toEqual(["IOI Damansara"]);
  expect(named({ filter: "new", now: new Date("2026-11-23T12:00:00+08:00") })).toEqual([]);
  expect(named({ filter: "new", now: null })).toEqual([]);
  expect(named({ filter: "delivery" })).not.toContain("KLIA 2");
  expect(named({ filter: "delivery" })).toContain("Publika");
});

test("sorted by distance the nearest comes first, with its kilometres", () => {
  const here = { lat: 1.55, lng: 103.79 };

  const found = findOutlets(bowls, { ...anything, sort: "distance", here });

  expect(found[0]).toMatchObject({ outlet: { name: "JB Toppen" }, km: 0.8 });
  expect(found.at(-1)?.outlet.name).toBe("Aman Central");
});

test("without a place there are no distances, and the names decide", () => {
  const found = findOutlets(bowls, { ...anything, sort: "distance" });

  expect(found.every(({ km }) => km === null)).toBe(true);
  expect(found[0]?.outlet.name).toBe("Aman Central");
});

test.each(brandKeys)("the outlets of %s stand as English sorts their names", (brand) => {
  const names = findOutlets(outletsOf(outletsContent.snapshot.outlets, brand), anything).map(
    ({ outlet }) => outlet.name,
  );
  const { compare } = new Intl.Collator("en", { numeric: true });

  expect(names).toEqual(names.toSorted(compare));
});

test("a distance is measured over the globe, to a tenth of a kilometre", () => {
  expect(distanceKm({ lat: 3.1569, lng: 101.6984 }, { lat: 3.1569, lng: 101.6984 })).toBe(0);
  expect(distanceKm({ lat: 3.1569, lng: 101.6984 }, { lat: 6.1259, lng: 100.3673 })).toBe(361.6);
});

const inMalaysia = (dayAndTime: string) => new Date(`${dayAndTime}:00+08:00`);

test.each([
  ["announced", "2025-10-24T23:59", true],
  ["on its first day", "2025-10-25T00:00", true],
  ["on the ninetieth day", "2026-01-22T23:59", true],
  ["on the ninety-first", "2026-01-23T00:00", false],
  ["a year later", "2026-10-25T12:00", false],
])("an outlet that is %s, at %s, is new: %s", (_, moment, expected) => {
  expect(isNew({ openingDate: "2025-10-25" }, inMalaysia(moment))).toBe(expected);
});

test("an outlet without an opening date is not new", () => {
  expect(isNew({}, inMalaysia("2025-10-25T12:00"))).toBe(false);
});
