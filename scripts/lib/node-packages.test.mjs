import assert from "node:assert/strict";
import { test } from "node:test";
import { areCurrent } from "./node-packages.mjs";

const lock = {
  packages: {
    "": { name: "loyalty" },
    "apps/site": { version: "0.1.0" },
    "node_modules/react": { version: "19.3.1", integrity: "sha512-a" },
    "node_modules/binary-for-another-system": { version: "1.0.0", optional: true },
  },
};
const installed = (react) => ({ packages: { "node_modules/react": react } });

test("nothing is reinstalled when node_modules matches the lock file", () => {
  assert.equal(areCurrent(lock, installed({ version: "19.3.1", integrity: "sha512-a" })), true);
});

test("another version, other bytes, a gap or an empty folder are noticed", () => {
  assert.equal(areCurrent(lock, installed({ version: "19.3.0", integrity: "sha512-a" })), false);
  assert.equal(areCurrent(lock, installed({ version: "19.3.1", integrity: "sha512-b" })), false);
  assert.equal(areCurrent(lock, { packages: {} }), false);
  assert.equal(areCurrent(lock, null), false);
});
