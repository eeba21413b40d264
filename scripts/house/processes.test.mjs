import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Servers, run } from "./processes.mjs";

/** A process that ended but was not yet collected by its parent still has its number. */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !readFileSync(status, "utf8").includes("State:\tZ");
};

/** Start a server that starts a child of its own; both say their number. */
function startFamily(servers, script) {
  const pids = [];
  return new Promise((resolve) => {
    servers.start("family", ["sh", "-c", script], {
      onLine: (line) => pids.push(Number(line)) === 2 && resolve(pids),
      onEnd: () => {},
    });
  });
}

test("ending a server ends its children too", async () => {
  const servers = new Servers();
  const pids = await startFamily(servers, "echo $$; sh -c 'echo $$; exec sleep 60' & wait");
  await servers.end();
  assert.deepEqual(pids.map(isAlive), [false, false]);
});

test("a server that ignores the polite signal is ended all the same", async () => {
  const servers = new Servers();
  const stubborn = "trap '' TERM; echo $$; sh -c 'echo $$; sleep 60' & while :; do sleep 1; done";
  const pids = await startFamily(servers, stubborn);
  await servers.end(200);
  assert.deepEqual(pids.map(isAlive), [false, false]);
});

test("a server that ends by itself is reported with its exit code", async () => {
  const servers = new Servers();
  const code = await new Promise((onEnd) => {
    servers.start("short", ["sh", "-c", "exit 3"], { onLine: () => {}, onEnd });
  });
  assert.equal(code, 3);
});

test("a program that does not exist is an answer, not a crash", async () => {
  const { code, output } = await run(["no-such-program"]);
  assert.equal(code, 127);
  assert.match(output, /ENOENT/);
});
