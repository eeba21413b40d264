import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { type Contract, offlineVersion } from "../../build-steps/offline-version.ts";

const contract = () =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../../libs/api-client/openapi.json"), "utf8"),
  ) as Contract;

function versionWith(schema: string) {
  const changed = contract();
  const { properties } = changed.components.schemas![schema] as { properties: object };
  Object.assign(properties, { another: { type: "string" } });
  return offlineVersion(changed);
}

test("a release that changes only calls of the staff keeps what members' devices hold", () => {
  expect(versionWith("OfficeBill")).toBe(offlineVersion());
});

test("a release that changes a member's record, or what a list of it holds, begins without the old ones", () => {
  expect(versionWith("Member")).not.toBe(offlineVersion());
  expect(versionWith("MemberReward")).not.toBe(offlineVersion());
});
