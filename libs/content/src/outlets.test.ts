import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { addressLine, outletsContent, outletsOf } from "./outlets.ts";

const { outlets } = outletsContent.snapshot;

interface ApiOutlet {
  id: number;
  name: string;
  brand: string;
}

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../api-client/cases/outlets.json"), "utf8"),
) as ApiOutlet[];

test("the outlets shown are those of the API, id for id and name for name", () => {
  const facts = ({ id, name, brand }: ApiOutlet) => ({ id, name, brand });
  expect(outlets.map(facts)).toEqual(published.map(facts));
});

test("the bowl brand has fifteen outlets and the tea brand four", () => {
  expect(outletsOf(outlets, "krua-bowl")).toHaveLength(15);
  expect(outletsOf(outlets, "thong-cha")).toHaveLength(4);
});

test("every outlet stands in Malaysia and can be called", () => {
  for (const { name, coordinates, address } of outlets) {
    expect(coordinates.lat, name).toBeGreaterThan(1);
    expect(coordinates.lat, name).toBeLessThan(7);
    expect(coordinates.lng, name).toBeGreaterThan(99);
    expect(coordinates.lng, name).toBeLessThan(105);
    expect(address.postcode, name).toMatch(/^\d{5}$/);
  }
});

test("an address is written in one line, and a city that is its own state only once", () => {
  expect(addressLine(outlets[0]!)).toBe("823, Jalan Lingkaran Tengah 2, 53100 Kuala Lumpur");
  expect(addressLine(outlets[9]!)).toBe("1, Lebuhraya Darul Aman, 05100 Alor Setar, Kedah");
});
