import { expect, test } from "vitest";

import { foundAnswers } from "./help-search.ts";

const all = [
  { id: "when", question: "When do my points appear?", answer: "Within 24 hours." },
  { id: "tiers", question: "How do the tiers work?", answer: "Plus from 1,500 points." },
];
const found = (search: string) => foundAnswers(all, search).map(({ id }) => id);

test.each([
  ["", ["when", "tiers"]],
  ["  ", ["when", "tiers"]],
  ["points", ["when", "tiers"]],
  ["POINTS app", ["when"]],
  ["tier", ["tiers"]],
  ["24 hours", ["when"]],
  ["ier", []],
  ["parking", []],
])("%j finds %j", (search, ids) => {
  expect(found(search)).toEqual(ids);
});
