import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { findPython, isAtLeast, whyNotNode } from "./doctor.mjs";

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
after(() => rmSync(folder, { recursive: true }));

function programSaying(words) {
  const file = join(mkdtempSync(join(folder, "one-")), "python");
  writeFileSync(file, `#!/bin/sh\necho "${words}"\n`);
  chmodSync(file, 0o755);
  return file;
}

test("a version is compared number by number", () => {
  assert.equal(isAtLeast([3, 11], [3, 11]), true);
  assert.equal(isAtLeast([3, 9, 18], [3, 11]), false);
  assert.equal(isAtLeast([4, 0], [3, 11]), true);
  assert.equal(isAtLeast([20, 9, 9], [20, 19]), false);
});

test("for an old Node the sentence names the version needed", () => {
  assert.equal(whyNotNode("20.19.0"), null);
  assert.match(whyNotNode("18.20.4"), /^Node 20\.19 or newer is needed, and this is 18\.20\.4\./);
});

test("the first Python that is new enough and can make an environment is taken", async () => {
  const old = programSaying("3 9 18 yes");
  const good = programSaying("3 12 4 yes");
  assert.equal(await findPython(["no-such-python", old, good]), good);
});

test("without a usable Python the sentence names what was found and what to do", async () => {
  const old = programSaying("3 9 18 yes");
  await assert.rejects(
    findPython([old]),
    /Python 3\.11 or newer is needed .* is 3\.9\.18\. Get it/,
  );
  await assert.rejects(findPython(["no-such-python"]), /None was found/);
  const bare = programSaying("3 11 2 no");
  await assert.rejects(findPython([bare]), /lacks its venv module: apt-get install python3-venv/);
});

test("one Python under several names is listed once", async () => {
  const bare = programSaying("3 11 2 no /usr/bin/python3.11");
  const again = programSaying("3 11 2 no /usr/bin/python3.11");
  await assert.rejects(findPython([bare, again]), ({ message }) => {
    assert.equal(message.match(/lacks its venv module/g).length, 1);
    return true;
  });
});
