/**
 * `npm run drill`: the steps of docs/deploy.md, performed. The three packages are made, installed as on a
 * bare one, used by a member in a browser, upgraded and rolled back meanwhile, and every log is read afterwards.
 * `npm run drill -- --from FOLDER`: from the packages of the release before, which are there, to these and back.
 *
 * `npm run drill -- --cluster`: the files of deploy/cluster, tried. Three machines of a database that lose their leader
 * 21 times (`--losses 3`: so often) while tills write, in a network of its own.
 */

import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { endOnSignal, mustRun, run } from "./lib/processes.mjs";
import { giveUp, printDone, printWaiting, Problem } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

/** What the cluster runs, and Debian's package of each. */
const programs = {
  etcd: "etcd-server",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
  psql: "postgresql",
  "redis-server": "redis-server",
  nginx: "nginx",
  ip: "iproute2",
  unshare: "util-linux",
};

async function pack(apps) {
  printWaiting(`Packages of ${apps.join(" and ")}`);
  await mustRun(
    ["nx", "run-many", "-t", "package", "-p", apps.join(","), "--output-style=static"],
    "The packages could not be made:",
  );
}

async function drill(from) {
  const began = performance.now();
  await pack(["site", "mini", "api"]);
  await mustRun(
    ["playwright", "test", "--config", "e2e/drill", "drill.spec"],
    "The drill found something:",
    { show: true, env: from && { LOYALTY_DRILL_FROM: resolve(from) } },
  );
  printDone("The drill: nobody was signed out, no point was lost, no log contains a secret", began);
}

async function drillCluster(losses) {
  const began = performance.now();
  const network = await networkOfItsOwn();
  await pack(["site", "api"]);
  await mustRun(
    [...network, "playwright", "test", "--config", "e2e/drill", "cluster.spec"],
    "The drill found something:",
    { show: true, env: { LOYALTY_DRILL_LOSSES: losses } },
  );
  printDone(`The drill: the leader was lost ${losses} times, no acknowledged write with it`, began);
}

async function networkOfItsOwn() {
  const missing = [];
  // Debian 12 has 3.0.2, whose lost leader takes the lock back from the next one: deploy/cluster/README.md.
  const patroni = await run(["sh", "-c", "PATH=/opt/patroni/bin:$PATH patroni --version"]);
  if (!(Number(/^patroni (\d+)/m.exec(patroni.output)?.[1]) >= 4))
    missing.push("patroni 4 (in /opt/patroni, as deploy/cluster/README.md says)");
  for (const [program, name] of Object.entries(programs)) {
    const { code } = await run(["sh", "-c", `PATH=$PATH:/usr/sbin:/sbin command -v ${program}`]);
    if (code !== 0) missing.push(`${program} (apt-get install ${name})`);
  }
  if (missing.length > 0) throw new Problem(`The cluster needs programs: ${missing.join(", ")}`);
  const user = process.getuid() === 0 ? [] : ["--user", "--map-current-user", "--keep-caps"];
  const network = ["unshare", ...user, "--net"];
  const { code, output } = await run([
    ...network,
    "sh",
    "-c",
    "ip link add name probe type bridge",
  ]);
  if (code !== 0)
    throw new Problem(`The cluster needs network namespaces, of root or of users:\n\n${output}`);
  return network;
}

const { values } = parseArgs({
  options: {
    cluster: { type: "boolean" },
    losses: { type: "string", default: "21" },
    from: { type: "string" },
  },
});
endOnSignal();
await setUp().catch(giveUp);
await (values.cluster ? drillCluster(values.losses) : drill(values.from)).catch(giveUp);
