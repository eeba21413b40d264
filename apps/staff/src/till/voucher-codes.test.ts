import { beforeAll, describe, expect, test } from "vitest";

import cases from "@loyalty/api-client/cases/voucher-codes.json";
import {
  decodeVoucherCode,
  fromBase45,
  readVoucherKeys,
  acceptIneligibility,
  type VoucherKeys,
} from "./voucher-codes.ts";

describe("the signed code of a voucher", () => {
  let keys: VoucherKeys;
  beforeAll(async () => {
    keys = await readVoucherKeys(cases.jwks);
  });

  test.each(cases.rows)("$why", async ({ text, outletId, tillId, at, used, reason }) => {
    const where = { outletId, tillId, at: new Date(at), used: new Set(used) };
    expect(await acceptIneligibility(text, keys, where)).toBe(reason);
  });

  test("says what was signed", () => {
    const { text, presentedAt, endsAt, ...rest } = cases.signed;
    expect(decodeVoucherCode(text)).toEqual({
      ...rest,
      presentedAt: new Date(presentedAt),
      endsAt: new Date(endsAt),
    });
  });

  test("keys of a kind that is not known are left out", async () => {
    const set = { keys: [...cases.jwks.keys, { kty: "RSA", kid: "00", n: "AQ", e: "AQAB" }] };
    expect((await readVoucherKeys(set)).size).toBe(cases.jwks.keys.length);
  });
});

test.each(cases.base45)("Base45 of $ascii (RFC 9285, section 4.3)", ({ text, ascii }) => {
  expect(new TextDecoder().decode(fromBase45(text)!)).toBe(ascii);
});
