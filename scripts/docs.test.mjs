/** The documentation is checked against the code: paths, calls, settings, links, and the README's commands. */

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Servers, root, run } from "./lib/processes.mjs";

const read = (file) => readFileSync(`${root}${file}`, "utf8");
const { output: tracked } = await run(["git", "ls-files", "*.md"]);
const documents = tracked.trim().split("\n");

test("links between documents lead somewhere", () => {
  for (const document of documents) {
    for (const [, link] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
      assert.ok(existsSync(join(root, dirname(document), link)), `${document} links to ${link}`);
    }
  }
});

test("files and folders that documents name are there", () => {
  const missing = documents.flatMap((page) =>
    [...read(page).matchAll(/`(?:\.\/)?((?:apps|libs|docs|deploy|scripts|e2e)\/[^`\s]*)/g)]
      .map(([, file]) => file)
      // Generated files and patterns.
      .filter((file) => !/[<*{…]|\/package\/|\/dist\//.test(file))
      .filter((file) => !existsSync(`${root}${file}`))
      .map((file) => `${page} names ${file}`),
  );
  assert.deepEqual(missing, []);
});

test(".env.example names every setting, and the README only such", async () => {
  const { code, output } = await run([
    `${root}.venv/bin/python`,
    "-c",
    "from loyalty.config import example_file; print(example_file(), end='')",
  ]);
  assert.equal(code, 0, output);
  assert.equal(
    read(".env.example"),
    output,
    "run: .venv/bin/flask --app loyalty generate settings",
  );
  const inReadme = new Set(read("README.md").match(/LOYALTY_\w+/g));
  const known = new Set(output.match(/LOYALTY_\w+/g));
  const development = [
    "LOYALTY_API_PORT",
    "LOYALTY_SITE_PORT",
    "LOYALTY_MINI_PORT",
    "LOYALTY_STAFF_PORT",
    "LOYALTY_PICTURES",
  ];
  assert.deepEqual(
    [...inReadme].filter((name) => !known.has(name) && !development.includes(name)),
    [],
  );
});

/** A port that nobody uses at this moment. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** An API of its own on a fresh database; `visit` gets its address, and how to give it commands. */
async function withApi(visit) {
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  const env = {
    LOYALTY_DATABASE_URL: `sqlite:///${folder}/loyalty.db`,
    LOYALTY_MESSAGE_FILE: `${folder}/messages.jsonl`,
  };
  const flask = (...args) => [`${root}.venv/bin/flask`, "--app", "loyalty", ...args];
  const servers = new Servers();
  try {
    for (const command of [flask("db", "upgrade"), flask("seed"), flask("demo", "members")]) {
      const { code, output } = await run(command, { env });
      assert.equal(code, 0, output);
    }
    const port = String(await freePort());
    await new Promise((resolve) => {
      const onLine = (line) => line.includes("Running on") && resolve();
      servers.start("api", flask("run", "--port", port), { env, onLine, onEnd: resolve });
    });
    await visit(`http://127.0.0.1:${port}`, { env, flask });
  } finally {
    await servers.end();
    rmSync(folder, { recursive: true });
  }
}

test("the README's commands have the answers it shows", async (t) => {
  if ((await run(["curl", "--version"])).code !== 0) return t.skip("curl is not installed");
  const commands = read("README.md").match(/^curl .*$/gm);
  await withApi(async (address) => {
    const answers = [];
    for (const command of commands) {
      const here = command.replace("curl", "curl --fail").replace("http://localhost:5000", address);
      const { code, output } = await run(["bash", "-c", here]);
      assert.equal(code, 0, `${command}\n${output}`);
      answers.push(JSON.parse(output));
    }
    assert.ok(answers[0].outletList.length > 0);
    assert.deepEqual(
      answers[1].membershipList.map(({ name }) => name),
      ["Basic", "Plus", "Elite", "Royal"],
    );
    assert.ok(answers[2].expiredAt);
  });
});

/** Whether an answer has at least the fields the page shows. */
function holds(answer, expected) {
  if (expected === null || typeof expected !== "object") return answer === expected;
  return Object.entries(expected).every(([key, value]) => holds(answer?.[key], value));
}

/** The variables that the page for tills asks its user to set, as the answers give them. */
function learned(answer) {
  return {
    ...(answer.memberEarn && { BILL: String(answer.memberEarn.id) }),
    ...(answer.loginToken && { MEMBER: answer.loginToken }),
    ...(answer.receiptClaim && {
      CLAIM: String(answer.receiptClaim.id),
      RECEIPT: answer.receiptClaim.code,
    }),
    ...(answer.memberReward && {
      VOUCHER: String(answer.memberReward.id),
      CODE: answer.memberReward.code,
    }),
  };
}

function newestCode(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line).code).findLast(Boolean);
}

test("the tills page shows true answers", { timeout: 120_000 }, async (t) => {
  if ((await run(["curl", "--version"])).code !== 0) return t.skip("curl is not installed");
  const steps = [...read("docs/till.md").matchAll(/^(curl .*)\n# (.*)$/gm)];
  assert.equal(steps.length, read("docs/till.md").match(/^curl /gm).length);
  await withApi(async (address, { env, flask }) => {
    const add = ["till", "add", "--outlet", "2", "--name", "Counter 1", "--reason", "a new till"];
    const key = await run(flask(...add), { env });
    const known = { TILL: key.output.trimEnd().split("\n").at(-1) };
    for (const [, command, expected] of steps) {
      while (command.includes("$OTP") && !known.OTP) {
        known.OTP = newestCode(env.LOYALTY_MESSAGE_FILE);
        await setTimeout(50);
      }
      const here = command.replace("http://localhost:5000", address);
      const { output } = await run(["bash", "-c", here], { env: known });
      const answer = JSON.parse(output);
      assert.ok(
        holds(answer, JSON.parse(expected)),
        `${command}\n${output}\ninstead of ${expected}`,
      );
      Object.assign(known, learned(answer));
    }
  });
});
