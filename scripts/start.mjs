/** `npm start`: sets up what is missing, then the site, the mini-program, the staff app and the API in one terminal. */

import { prepareDatabase, staffInvitations } from "./lib/database.mjs";
import { checkPorts } from "./lib/doctor.mjs";
import { Servers, abandon, root } from "./lib/processes.mjs";
import { servers, settings } from "./lib/servers.mjs";
import {
  giveUp,
  inColour,
  paint,
  plain,
  print,
  printDone,
  printFailed,
  printWaiting,
  seconds,
} from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

const began = performance.now();
const running = new Servers();
const [api, site, mini, staff] = servers;
const lineOf = (name, colour, text) => print(`${paint(colour, `${name.padEnd(5)}│`)} ${text}`);

async function start() {
  await checkPorts(servers);
  await setUp();
  const demo = await prepareDatabase(settings);
  if (running.ending) return;

  printWaiting("Starting the servers");
  // The site takes longest, so it has a core to itself while the API and then the mini-program share the other.
  startOne(site);
  startOne(api);
  await answers(api.asked);
  startOne(mini);
  startOne(staff);
  const invitations = await staffInvitations(settings);
  await Promise.all([site, mini, staff].map(({ asked }) => answers(asked)));
  void answers(site.madeAhead);
  if (running.ending) return;

  print();
  printDone(`Ready in ${seconds(performance.now() - began)}`);
  for (const { title, shown, colour } of servers)
    print(`  ${title.padEnd(17)} ${paint(colour, shown)}`);
  if (demo) print(`  ${demo}`);
  print("  Invitations to the staff app, one for each role; the demo cashier's PIN is 4071:");
  for (const line of invitations) print(`    ${line}`);
  print(
    `  One-time codes appear here and in ${settings.LOYALTY_MESSAGE_FILE}. Ctrl-C ends everything.\n`,
  );
}

function startOne({ name, title, command, cwd, colour, hiddenLine }) {
  running.start(name, command, {
    cwd: `${root}${cwd}`,
    env: { ...settings, PYTHONUNBUFFERED: "1", ...(inColour ? { FORCE_COLOR: "1" } : {}) },
    onLine: (line) =>
      line.trim() && plain(line).trim() !== hiddenLine && lineOf(name, colour, line),
    onEnd: (code) => {
      if (running.ending) return;
      printFailed(`${title} ended by itself (exit code ${code}); the lines above have the reason.`);
      void end(1);
    },
  });
}

/** Wait until an address answers, well or badly: from then on its state is in its own output. */
async function answers(url) {
  while (!running.ending) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(code) {
  await running.end();
  await abandon();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (!running.ending) print(paint("grey", "\n… Ending"));
    void end(0);
  });
}

await start().catch(async (problem) => {
  await running.end();
  giveUp(problem);
});
