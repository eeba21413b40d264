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
const everything = () => true;
const installed = (react) => ({ packages: { "node_modules/react": react } });

test("nothing is reinstalled when node_modules matches the lock file", () => {
  assert.equal(
    areCurrent(lock, installed({ version: "19.3.1", integrity: "sha512-a" }), everything),
    true,
  );
});

test("another version, other bytes, a gap or an empty folder are noticed", () => {
  assert.equal(
    areCurrent(lock, installed({ version: "19.3.0", integrity: "sha512-a" }), everything),
    false,
  );
  assert.equal(
    areCurrent(lock, installed({ version: "19.3.1", integrity: "sha512-b" }), everything),
    false,
  );
  assert.equal(areCurrent(lock, { packages: {} }, everything), false);
  assert.equal(areCurrent(lock, null, everything), false);
});

test("a package whose folder was deleted is noticed, a workspace's own too", () => {
  const place = "apps/mini/node_modules/resolvers";
  const own = { packages: { ...lock.packages, [place]: { version: "5.2.0" } } };
  const record = { packages: { ...own.packages } };
  assert.equal(areCurrent(own, record, everything), true);
  assert.equal(
    areCurrent(own, record, (folder) => folder !== place),
    false,
  );
});
