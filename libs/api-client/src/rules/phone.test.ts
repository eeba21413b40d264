import { expect, test } from "vitest";

import cases from "../../cases/phone.json";
import { normalisePhone, phoneProblem } from "./phone.ts";

// The sentences of spec 000 §5, as the API says them; the apps say them from their catalogues by the same keys.
const SENTENCES = {
  "60": "Malaysian mobile numbers should start with 1 and be 9-10 digits long",
  "65": "Singapore mobile numbers should start with 8 or 9 and be 8 digits long",
  "1": "US/Canada numbers should be 10 digits long",
  "44": "UK mobile numbers should start with 7 and be 10-11 digits long",
  "86": "China mobile numbers should start with 1 and be 11 digits long",
  "91": "India mobile numbers should start with 6-9 and be 10 digits long",
  other: "Phone number should be between 7-15 digits long",
};

test.each(cases)("$why: $callingCode $typed", ({ callingCode, typed, number, problem }) => {
  expect(normalisePhone(callingCode, typed)).toBe(number);

  const found = phoneProblem(callingCode, typed);
  expect(found === null ? null : SENTENCES[found]).toBe(problem);
});
