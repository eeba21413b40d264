import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { paths } from "../support/servers.ts";
import { Service, sh } from "./processes.ts";
import { settingsOf } from "./units.ts";

const addresses = { db1: "10.20.0.11", db2: "10.20.0.12", db3: "10.20.0.13" };
const secrets = {
  SUPERUSER_PASSWORD: "superuser-of-the-drill",
  REPLICATION_PASSWORD: "replicator-of-the-drill",
};
const password = "password-of-the-drill";
const SETTLE_TIMEOUT_MS = 120_000;

/** How a leader is lost: its programs are killed, or frozen, or its network is cut, etcd's with it. */
export const losses = ["SIGKILL", "SIGSTOP", "cut off"] as const;
export type Loss = (typeof losses)[number];

/** What the leader's Patroni says of a machine that follows: a row of pg_stat_replication. */
interface Standby {
  state: string;
  sync_state: string;
}

/** One of the three machines of the database: a network namespace with etcd, Patroni and PostgreSQL. */
class DatabaseNode {
  readonly address: string;
  readonly #cable: string;
  readonly #holder: Service;

  constructor(
    readonly name: keyof typeof addresses,
    private readonly cluster: Cluster,
  ) {
    this.address = addresses[name];
    this.#cable = `to-${name}`;
    this.#holder = new Service("exec unshare --net sleep infinity", cluster.log(name));
  }

  async start(): Promise<void> {
    const here = readlinkSync("/proc/self/ns/net");
    while (this.#network(this.#holder.pid) === here) await pause(20);
    await sh(
      `ip link add name ${this.#cable} type veth peer name eth0 netns ${this.#holder.pid} && ip link set ${this.#cable} master cluster up`,
    );
    await sh(
      `${this.#inside} sh -c 'ip link set lo up && ip address add ${this.address}/24 dev eth0 && ip link set eth0 up'`,
    );
    const settings = settingsOf(this.#written("etcd.env", "etc/default/etcd"));
    this.#run("etcd", "etcd", settings);
    this.startPatroni();
  }

  startPatroni(): void {
    const config = this.#written("patroni.yml", "etc/patroni/config.yml");
    this.#run("patroni", `patroni ${config}`);
  }

  async lose(how: Loss): Promise<void> {
    if (how === "cut off") await sh(`ip link set ${this.#cable} down`);
    else this.#signal(how);
  }

  /** What a user does about it who finds it: starts it, lets it go on, or puts the cable back. */
  async bringBack(how: Loss): Promise<void> {
    if (how === "cut off") await sh(`ip link set ${this.#cable} up`);
    if (how === "SIGSTOP") this.#signal("SIGCONT");
    if (how === "SIGKILL") this.startPatroni();
  }

  /** What its Patroni answers; null when it does not. */
  async ask(path: string): Promise<{ ok: boolean; body: unknown } | null> {
    try {
      const signal = AbortSignal.timeout(1000);
      const answer = await fetch(`http://${this.address}:8008${path}`, { signal });
      return { ok: answer.ok, body: await answer.json() };
    } catch {
      return null;
    }
  }

  /** At once: nothing of it is needed any more. */
  async end(): Promise<void> {
    for (const pid of this.#processes()) unlessGone(() => process.kill(pid, "SIGKILL"));
    await this.#holder.ended;
  }

  get #inside(): string {
    return `nsenter --net=/proc/${this.#holder.pid}/ns/net`;
  }

  #run(program: string, line: string, env?: Record<string, string>): Service {
    // A process that changes its user loses the bond to its parent: it is tied once more.
    const user = `setpriv --pdeathsig TERM ${this.cluster.asPostgres}`;
    const given = Object.entries(env ?? {}).map(([key, value]) => `${key}='${value}'`);
    return new Service(
      `exec ${this.#inside} ${user} env ${given.join(" ")} ${line}`,
      this.cluster.log(`${this.name}-${program}`),
      { cwd: this.#folder },
    );
  }

  get #folder(): string {
    return join(this.cluster.folder, this.name);
  }

  #written(file: string, to: string): string {
    return this.cluster.write(file, this.#folder, to, { NAME: this.name, ADDRESS: this.address });
  }

  /** PostgreSQL and Patroni, not etcd: that is lost only when the cable is. */
  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#processes()) {
      const name = unlessGone(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim());
      if (name === "patroni" || name === "postgres") unlessGone(() => process.kill(pid, signal));
    }
  }

  #processes(): number[] {
    const network = this.#network(this.#holder.pid);
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && this.#network(pid) === network);
  }

  #network(pid: number): string | undefined {
    return unlessGone(() => readlinkSync(`/proc/${pid}/ns/net`));
  }
}

/**
 * What deploy/cluster describes, from its very files: three machines of a database behind a switch, and HAProxy and
 * pgbouncer on the machine of the API, which is this one. It wants a network of its own: scripts/drill.mjs gives it one.
 */
export class Cluster {
  readonly folder = `${paths.folder}-cluster`;
  /** Where the API finds its database: pgbouncer, HAProxy, the leader. */
  readonly url = `postgresql+psycopg://loyalty:${password}@127.0.0.1:6432/loyalty`;
  asPostgres = "";
  readonly #neighbours: Service[] = [];
  #nodes: DatabaseNode[] = [];
  #programs = "";

  async start(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(join(this.folder, "log"), { recursive: true });
    chmodSync(this.folder, 0o711);
    this.#programs = (await sh("ls -d /usr/lib/postgresql/*/bin | tail -1")).trim();
    if (process.getuid!() === 0)
      this.asPostgres = "--reuid=postgres --regid=postgres --clear-groups";
    await sh("ip link set lo up && ip link add name cluster type bridge && ip link set cluster up");
    await sh("ip address add 10.20.0.1/24 dev cluster");
    const names = Object.keys(addresses) as (keyof typeof addresses)[];
    this.#nodes = names.map((name) => new DatabaseNode(name, this));
    for (const node of this.#nodes) await node.start();
    await this.settled();
    await this.#startProxies();
  }

  async end(): Promise<void> {
    await Promise.all(this.#neighbours.map((each) => each.end()));
    await Promise.all(this.#nodes.map((each) => each.end()));
    cpSync(join(this.folder, "log"), join(paths.folder, "log"), { recursive: true });
    rmSync(this.folder, { recursive: true, force: true });
  }

  log(name: string): string {
    return join(this.folder, "log", `${name}.log`);
  }

  /** The machine that leads by its own word; null while there is none. */
  async leader(): Promise<DatabaseNode | null> {
    const answers = await Promise.all(this.#nodes.map((node) => node.ask("/primary")));
    return this.#nodes.find((_, at) => answers[at]?.ok) ?? null;
  }

  /** Waits until all three are there again, one of them leads and both others follow it and may succeed it. */
  async settled(): Promise<DatabaseNode> {
    let heard: unknown;
    for (const giveUp = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < giveUp; await pause(250)) {
      const leader = await this.leader();
      heard = (await leader?.ask("/patroni"))?.body;
      const standbys = (heard as { replication?: Standby[] } | undefined)?.replication ?? [];
      if (leader && standbys.filter(follows).length === 2) return leader;
    }
    throw new Error(`The cluster does not settle: ${JSON.stringify(heard)}`);
  }

  /** Runs a statement on the leader, and answers its rows, columns divided by `|`. */
  async sql(statement: string, database = "loyalty"): Promise<string[]> {
    const line = `PGPASSWORD=${secrets.SUPERUSER_PASSWORD} psql -h 127.0.0.1 -p 5000 -U postgres -d ${database} -v ON_ERROR_STOP=1 -At -c "${statement}"`;
    return (await sh(line)).split("\n").filter(Boolean);
  }

  /**
   * Writes a file of deploy/cluster where its first line says, below a folder that takes the place of `/`.
   *
   * @returns its path
   */
  write(file: string, root: string, to: string, values: Record<string, string> = {}): string {
    let text = readFileSync(join(paths.root, "deploy/cluster", file), "utf8");
    for (const [name, value] of Object.entries({ ...secrets, ...values }))
      text = text.replaceAll(`@${name}@`, value);
    text = text
      .replaceAll("/usr/lib/postgresql/15/bin", this.#programs)
      // It runs as another user here, from the start.
      .replace(/^ *(user|group) haproxy\n/gm, "")
      .replace(/(?<=[ =])\/(etc|var)\//g, `${root}/$1/`);
    const path = join(root, to);
    const used = [
      "var/run/postgresql",
      "var/log/postgresql",
      "var/lib/postgresql/15",
      "var/lib/etcd",
    ];
    for (const folder of [...used.map((each) => join(root, each)), dirname(path)])
      mkdirSync(folder, { recursive: true });
    writeFileSync(path, text);
    this.#give(root);
    return path;
  }

  #give(folder: string): void {
    if (process.getuid!() !== 0) return;
    const { uid, gid } = postgres();
    for (const each of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (each.isDirectory() || each.parentPath.includes("/etc/"))
        chownSync(join(each.parentPath, each.name), uid, gid);
  }

  async #startProxies(): Promise<void> {
    const root = join(this.folder, "api");
    const haproxy = this.write("haproxy.cfg", root, "etc/haproxy/haproxy.cfg");
    this.#proxy(`haproxy -db -f ${haproxy}`, "haproxy", root);
    await this.#leads();
    await this.sql(`CREATE ROLE loyalty LOGIN PASSWORD '${password}'`, "postgres");
    await this.sql(
      "CREATE DATABASE loyalty OWNER loyalty ENCODING 'UTF8' TEMPLATE template0",
      "postgres",
    );
    const pgbouncer = this.write("pgbouncer.ini", root, "etc/pgbouncer/pgbouncer.ini");
    writeFileSync(join(dirname(pgbouncer), "userlist.txt"), `"loyalty" "${password}"\n`);
    this.#proxy(`pgbouncer ${pgbouncer}`, "pgbouncer", root);
  }

  /** Waits until HAProxy has asked all three who leads: before, it leads to any of them in turn. */
  async #leads(): Promise<void> {
    const inRecovery = () => this.sql("SELECT pg_is_in_recovery()", "postgres").catch(() => []);
    for (const giveUp = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < giveUp; await pause(250)) {
      const answers = [];
      for (const _ of this.#nodes) answers.push(...(await inRecovery()));
      if (answers.join("") === "fff") return;
    }
    throw new Error("HAProxy finds no leader");
  }

  #proxy(line: string, name: string, cwd: string): void {
    const user = `setpriv --pdeathsig TERM ${this.asPostgres}`;
    this.#neighbours.push(
      new Service(`exec ${user} ${line}`, this.log(name), {
        cwd,
        signal: "SIGINT",
        timeoutMs: 5000,
      }),
    );
  }
}

function follows({ state, sync_state }: Standby): boolean {
  return state === "streaming" && sync_state === "quorum";
}

function postgres(): { uid: number; gid: number } {
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))![0].split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** What a look at a process gives, or undefined when that has ended meanwhile. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
