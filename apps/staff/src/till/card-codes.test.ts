import { expect, test } from "vitest";

import rows from "@loyalty/api-client/cases/card-codes.json";

import { kindOfCode } from "./card-codes.ts";

test.each(rows)("$code: $why", ({ code, kind }) => {
  expect(kindOfCode(code.replaceAll("-", ""))).toBe(kind);
});
