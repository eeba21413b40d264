import assert from "node:assert/strict";
import { test } from "node:test";

import { compare } from "./lib/translations.mjs";

const en = {
  a: "Hello {{name}}",
  b: { c: "Read the <link>terms</link>" },
  n_one: "{{count}} point",
  n_other: "{{count}} points",
};
const ms = { a: "Halo {{name}}", b: { c: "<link>Terma</link>" }, n_other: "{{count}} mata" };

test("a language with its own plural forms is complete", () => {
  const { faults, missing, stale } = compare({ en, ms });
  assert.deepEqual({ faults, missing, stale }, { faults: [], missing: [], stale: [] });
});

test("a plural form that a language lacks is missing, one that it does not have is a fault", () => {
  assert.deepEqual(compare({ en, ta: ms }).missing, ["ta: n_one"]);
  assert.deepEqual(compare({ en, zh: { ...ms, n_one: "{{count}}" } }).faults, [
    "zh: n_one is not in English",
  ]);
});

test("what has no translation is listed and no fault, and a sentence that English lacks is one", () => {
  const { faults, missing } = compare({ en, ms: { a: "Halo {{name}}", z: "?" } });
  assert.deepEqual(missing, ["ms: b.c", "ms: n_other"]);
  assert.deepEqual(faults, ["ms: z is not in English"]);
});

test("a lost placeholder, a lost tag and an empty sentence are faults", () => {
  const { faults } = compare({ en, ms: { a: "", b: { c: "Terma" }, n_other: "{{count}} mata" } });
  assert.equal(faults.length, 3);
});

test("no sentence says how many outlets there are", () => {
  assert.equal(compare({ en: { a: "All 19 outlets" }, ms: { a: "Semua" } }).faults.length, 1);
});

test("a translation is stale from a change of its English until it is changed itself", () => {
  const { records } = compare({ en, ms, id: ms });
  const changed = { ...en, a: "Welcome {{name}}" };

  const later = compare({ en: changed, ms, id: ms }, records);
  assert.deepEqual(later.stale, ["ms: a", "id: a"]);

  const malay = { ...ms, a: "Selamat datang {{name}}" };
  for (const known of [records, later.records]) {
    assert.deepEqual(compare({ en: changed, ms: malay, id: ms }, known).stale, ["id: a"]);
  }
});

test("a translation that is changed together with its English is not stale", () => {
  const { records } = compare({ en, ms });
  const texts = { en: { ...en, a: "Hi {{name}}" }, ms: { ...ms, a: "Hai {{name}}" } };
  assert.deepEqual(compare(texts, records).stale, []);
});
