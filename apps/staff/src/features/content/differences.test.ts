import { expect, test } from "vitest";

import { differences, type Words } from "./differences.ts";
import type { Names } from "./entry-words.ts";
import { KINDS } from "./shapes.ts";

const words: Words = {
  field: (name) => name,
  order: "order",
  yes: "yes",
  no: "no",
};
const names: Names = { dish: (id) => id, choice: (value) => value };
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
