import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { Servers, root, run } from "./processes.mjs";

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

/** Wait until processes are gone: the last signal is sent, and the kernel follows as soon as it has time. */
async function expectGone(pids) {
  for (const giveUp = Date.now() + 5000; pids.some(isAlive) && Date.now() < giveUp;)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(pids.filter(isAlive), []);
}

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
  await expectGone(pids);
});

test("a server that ignores the polite signal is ended all the same", async () => {
  const servers = new Servers();
  const stubborn = "trap '' TERM; echo $$; sh -c 'echo $$; sleep 60' & while :; do sleep 1; done";
  const pids = await startFamily(servers, stubborn);
  await servers.end(200);
  await expectGone(pids);
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

for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  test(`a script that ${signal} ends leaves nothing: its program tidies up, and what that forgot is ended`, async () => {
    const program = `
      const { spawn } = require("node:child_process");
      process.on("SIGINT", () => { console.log("tidy"); process.exit(2); });
      console.log(spawn("sleep", ["60"]).pid);
      console.log(spawn("sh", ["-c", "trap '' INT; exec sleep 60"], { stdio: "ignore" }).pid);
      console.log(process.pid);
      setInterval(() => {}, 1000);`;
    const script = `
      import { endOnSignal, run } from "${root}scripts/lib/processes.mjs";
      endOnSignal();
      await run([process.execPath, "-e", ${JSON.stringify(program)}], { show: true });
      console.log("went on");`;
    const running = spawn(process.execPath, ["--input-type=module", "-e", script]);
    const printed = [];
    await new Promise((resolve) => {
      const lines = createInterface({ input: running.stdout });
      lines.on("line", (line) => printed.push(line) === 3 && resolve());
    });

    running.kill(signal);
    const [ended] = await once(running, "close");

    assert.equal(ended, code);
    assert.deepEqual(printed.slice(3), ["tidy"]);
    await expectGone(printed.slice(0, 3).map(Number));
  });
}
