import { expect, test } from "vitest";

import { differences, type Words } from "./differences.ts";
import type { Names } from "./entry-words.ts";
import { KINDS } from "./shapes.ts";

const words: Words = {
  field: (name) => name,
  order: "order",
  yes: "yes",
  no: "no",
  weekday: (day) => day,
  hours: (hours) =>
    hours.map(({ opens, closes }) => `${opens} to ${closes}`).join(" and ") || "closed",
};
const names: Names = { dish: (id) => id, outlet: (id) => id, choice: (value) => value };
const row = (id: string, answer: Record<string, string>) => ({ id, question: { en: id }, answer });
const faq = (...questions: object[]) => ({ questions });
const between = (before: object, after: object, language: string) =>
  differences(KINDS.faq, [before, after], language, words, [names, names]).map(
    ({ place, was, becomes }) => [place, was, becomes],
  );

test("a changed text differs where it is read, an English one also where no translation is", () => {
  const before = faq(row("cost", { en: "Nothing", ms: "Tiada" }));
  const after = faq(row("cost", { en: "Nothing at all", ms: "Tiada" }));
  expect(between(before, after, "en")).toEqual([
    ["questions · cost · answer", "Nothing", "Nothing at all"],
  ]);
  expect(between(before, after, "ms")).toEqual([]);
  expect(between(before, after, "zh")).toEqual([
    ["questions · cost · answer", "Nothing", "Nothing at all"],
  ]);
});

test("entries that change places are the same entries in another order", () => {
  const [a, b] = [row("a", { en: "A" }), row("b", { en: "B" })];
  expect(between(faq(a, b), faq(b, a), "en")).toEqual([["questions: order", "a, b", "b, a"]]);
});

test("an entry that is taken away becomes nothing", () => {
  const [a, b] = [row("a", { en: "A" }), row("b", { en: "B" })];
  expect(between(faq(a, b), faq(a), "en")).toEqual([
    ["questions · b · question", "b", null],
    ["questions · b · answer", "B", null],
    ["questions: order", "a, b", "a"],
  ]);
});

test("an outlet's address and place are a line each", () => {
  const at = (street: string, lat: number) => ({
    outlets: [
      {
        id: 2,
        address: { street, postcode: "55100", city: "Kuala Lumpur", state: "Kuala Lumpur" },
        coordinates: { lat, lng: 101.7105 },
      },
    ],
  });
  const found = differences(
    KINDS.outlets,
    [at("1, Jalan Imbi", 3.14), at("2, Jalan Imbi", 3.15)],
    "en",
    words,
    [names, names],
  );
  expect(found.map(({ was, becomes }) => [was, becomes])).toEqual([
    ["1, Jalan Imbi, 55100 Kuala Lumpur", "2, Jalan Imbi, 55100 Kuala Lumpur"],
    ["3.14, 101.7105", "3.15, 101.7105"],
  ]);
});

test("hours differ by the day", () => {
  const lunch = { opens: "11:00", closes: "15:00" };
  const at = (monday: object[], sunday: object[]) => {
    const others = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [lunch] };
    return { outlets: [{ id: 2, hours: { monday, ...others, sunday } }] };
  };
  const dinner = { opens: "18:00", closes: "22:00" };

  const found = differences(
    KINDS.outlets,
    [at([lunch], [lunch]), at([], [lunch, dinner])],
    "en",
    words,
    [names, names],
  );

  expect(found.map(({ place, was, becomes }) => [place, was, becomes])).toEqual([
    ["outlets · 2 · hours · monday", "11:00 to 15:00", "closed"],
    ["outlets · 2 · hours · sunday", "11:00 to 15:00", "11:00 to 15:00 and 18:00 to 22:00"],
  ]);
});
