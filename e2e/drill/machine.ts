import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";

import { mini, paths, ports, site } from "../support/servers.ts";
import { asDebians, edit } from "./deployers-files.ts";
import { abandon, answering, Service, sh } from "./processes.ts";
import { Unit } from "./units.ts";
import { aWhatsApp } from "./whatsapp.ts";

type App = "site" | "mini" | "api";

const redisPort = ports.api + 2;
const whatsAppPort = ports.api + 3;
const nodePorts = [ports.api, ports.api + 1];
/** Where the packages of the release before are (`npm run drill -- --from FOLDER`); else an app is upgraded to itself. */
const releaseBefore = process.env.LOYALTY_DRILL_FROM;
const whatsAppKey = "whatsapp-key-of-the-drill";

const versionIn = (unpacked: string) =>
  readFileSync(join(unpacked, "VERSION"), "utf8").split("\n")[0]!;

/**
 * One bare machine, set up from packages alone by what docs/deploy.md says: PostgreSQL, Redis, two nodes of the
 * API, a worker, two nginx hosts, and a WhatsApp that is ours.
 */
export class Machine {
  readonly folder = paths.folder;
  readonly logs = join(paths.folder, "log");
  readonly #srv = join(paths.folder, "srv");
  readonly #neighbours: Service[] = [];
  readonly #nodes = new Map<number, Service>();
  readonly #hosts = new Map<"site" | "mini", Service>();
  readonly #apps: ("site" | "mini")[];
  readonly #database?: string;
  #worker?: Service;
  #whatsApp?: Server;

  /**
   * @param of the hosts it serves, and the address of a database that is there already: without one it has its
   *   own PostgreSQL
   */
  constructor(of: { apps?: ("site" | "mini")[]; database?: string } = {}) {
    this.#apps = of.apps ?? ["site", "mini"];
    this.#database = of.database;
  }

  async start(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.logs, { recursive: true });
    chmodSync(this.folder, 0o711);
    if (this.#database === undefined) await this.#startPostgres();
    this.#run(`exec redis-server --port ${redisPort} --bind 127.0.0.1 --save ''`, "redis");
    this.#whatsApp = await aWhatsApp(whatsAppPort, whatsAppKey);
    await this.#installApi();
    for (const app of this.#apps) await this.#installHost(app);
  }

  async end(): Promise<void> {
    await abandon();
    const ours = [
      ...this.#hosts.values(),
      ...this.#nodes.values(),
      ...(this.#worker ? [this.#worker] : []),
    ];
    await Promise.all(ours.map((each) => each.end()));
    await Promise.all(this.#neighbours.map((each) => each.end()));
    this.#whatsApp?.close();
    for (const app of this.#hosts.keys())
      cpSync(join(this.#srv, app, "log"), join(this.logs, app), { recursive: true });
    // The logs stay until the next drill; they are needed when this one has found something.
    for (const one of readdirSync(this.folder))
      if (one !== "log") rmSync(join(this.folder, one), { recursive: true, force: true });
  }

  /** Installs the next version of an app and takes it into use; returns the version that it is. */
  async upgrade(app: App): Promise<string> {
    const next = await this.#unpacked(app, "next");
    // Of the same version there is one release: it gets a name of its own.
    const version = versionIn(next) + (releaseBefore === undefined ? "-next" : "");
    writeFileSync(join(next, "VERSION"), `${version}\n`);
    await sh(`${next}/release.sh install ${this.#srv}/${app}`);
    if (app === "api") await this.flask("db upgrade");
    await this.#takeIntoUse(app);
    return version;
  }

  async rollBack(app: App, version: string): Promise<void> {
    await sh(`${this.#srv}/${app}/current/release.sh activate ${this.#srv}/${app} ${version}`);
    await this.#takeIntoUse(app);
  }

  async current(app: App): Promise<string> {
    const listed = await sh(`${this.#srv}/${app}/current/release.sh list ${this.#srv}/${app}`);
    return /^\* (.+)$/m.exec(listed)![1]!;
  }

  /** Runs one of the API's commands with the settings of this machine. */
  flask(command: string): Promise<string> {
    return sh(`${this.#settings} && current/bin/flask --app loyalty ${command}`, this.#api);
  }

  written(): Map<string, string> {
    const found = [this.logs, ...this.#apps.map((app) => join(this.#srv, app, "log"))].flatMap(
      (folder) => readdirSync(folder).map((file) => join(folder, file)),
    );
    return new Map(found.map((file) => [file, readFileSync(file, "utf8")]));
  }

  readonly #settings = "set -a && . config/loyalty.env && set +a";
  get #api() {
    return { cwd: `${this.#srv}/api` };
  }

  #log(name: string): string {
    return join(this.logs, `${name}.log`);
  }

  #run(line: string, log: string, how = {}): Service {
    const service = new Service(line, this.#log(log), { signal: "SIGINT", ...how });
    this.#neighbours.push(service);
    return service;
  }

  async #startPostgres(): Promise<void> {
    const programs = (await sh("ls -d /usr/lib/postgresql/*/bin | tail -1")).trim();
    const data = join(this.folder, "postgres");
    mkdirSync(data);
    const uid = process.getuid!() === 0 ? Number(await sh("id -u postgres")) : process.getuid!();
    await sh(`chown ${uid} ${data}`);
    await sh(`${programs}/initdb -D ${data}/data -U loyalty -A trust -E UTF8 --locale=C.UTF-8`, {
      cwd: data,
      uid,
    });
    const line = `exec ${programs}/postgres -D ${data}/data -k ${data} -c listen_addresses= -c log_statement=none`;
    this.#run(line, "postgres", { cwd: data, uid });
    await sh(
      `until ${programs}/pg_isready -q -h ${data}; do sleep 0.1; done; ${programs}/createdb --no-password -h ${data} -U loyalty loyalty`,
    );
  }

  /** The package of an app: what is there first, or what it is upgraded to. */
  #package(app: App, which: "first" | "next"): string {
    const own = join(paths.root, "apps", app, "package");
    const folder = which === "first" ? (releaseBefore ?? own) : own;
    const isPackage = (file: string) =>
      file.startsWith(`loyalty-${app}-`) && file.endsWith(".tar.gz");
    return join(folder, readdirSync(folder).find(isPackage)!);
  }

  /** `tar xf`. */
  async #unpacked(app: App, which: "first" | "next"): Promise<string> {
    const folder = join(this.folder, which, app);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await sh(`tar xf ${this.#package(app, which)} -C ${folder}`);
    return join(folder, readdirSync(folder)[0]!);
  }

  async #installApi(): Promise<void> {
    await sh(`${await this.#unpacked("api", "first")}/release.sh install ${this.#srv}/api`);
    edit(`${this.#srv}/api/config/loyalty.env`, {
      LOYALTY_SECRET_KEYS: "a-secret-key-of-the-drill-and-of-nothing-else",
      LOYALTY_HASH_KEY: "a-hash-key-of-the-drill-and-of-nothing-else",
      LOYALTY_LEDGER_KEYS: "a-ledger-key-of-the-drill-and-of-nothing-else",
      LOYALTY_DATABASE_URL: `"${this.#database ?? `postgresql+psycopg://loyalty@/loyalty?host=${this.folder}/postgres`}"`,
      LOYALTY_ATTACHMENTS: `${this.folder}/var/lib/loyalty/attachments`,
      LOYALTY_REDIS_URL: `redis://127.0.0.1:${redisPort}/0`,
      LOYALTY_SITE_ORIGIN: site,
      LOYALTY_MINI_ORIGIN: mini,
      LOYALTY_WHATSAPP_URL: `http://127.0.0.1:${whatsAppPort}`,
      LOYALTY_WHATSAPP_PHONE_ID: "1234",
      LOYALTY_WHATSAPP_TOKEN: whatsAppKey,
      PROMETHEUS_MULTIPROC_DIR: `${this.folder}/run/loyalty/figures`,
    });
    await this.flask("db upgrade");
    await this.flask("seed");
    for (const port of nodePorts) await this.#startNode(port);
    this.#worker = await this.#startWorker();
    const scheduler = await this.#unit("scheduler").start(this.#log("scheduler"));
    const code = await scheduler.ended;
    if (code !== 0) throw new Error(`the scheduler ended with ${code}`);
  }

  /** A service as the unit file of the API.s current release describes it. */
  #unit(name: "api" | "worker" | "scheduler"): Unit {
    return new Unit(`${this.#srv}/api/current/systemd/loyalty-${name}.service`, this.folder);
  }

  async #startNode(port: number): Promise<void> {
    const own = {
      PROMETHEUS_MULTIPROC_DIR: `${this.folder}/run/loyalty/figures-${port}`,
      GUNICORN_CMD_ARGS: `--bind 127.0.0.1:${port} --workers 1`,
    };
    this.#nodes.set(port, await this.#unit("api").start(this.#log(`api-${port}`), own));
    await answering(`http://127.0.0.1:${port}/readyz`);
  }

  #startWorker(): Promise<Service> {
    return this.#unit("worker").start(this.#log("worker"));
  }

  async #installHost(app: "site" | "mini"): Promise<void> {
    const prefix = join(this.#srv, app);
    const unpacked = await this.#unpacked(app, "first");
    await sh(`${unpacked}/release.sh install ${prefix}`);
    writeFileSync(
      `${prefix}/config/listen.conf`,
      `listen 127.0.0.1:${ports[app]};\nlisten [::1]:${ports[app]};\nserver_name ${app}.localhost;\n`,
    );
    writeFileSync(
      `${prefix}/config/api.conf`,
      nodePorts.map((port) => `server 127.0.0.1:${port} max_fails=0;\n`).join(""),
    );
    const config = `${prefix}/config/config.json`;
    const written = JSON.parse(readFileSync(config, "utf8")) as object;
    const ours = { productionHost: new URL(site).host, miniOrigin: mini };
    writeFileSync(config, JSON.stringify({ ...written, ...ours }));
    const version = versionIn(unpacked);
    await sh(`${prefix}/releases/${version}/release.sh activate ${prefix} ${version}`);
    const nginx = join(this.folder, `nginx-${app}`);
    mkdirSync(join(nginx, "conf.d"), { recursive: true });
    await sh(`ln -s ${prefix}/current/nginx.conf ${nginx}/conf.d/loyalty-${app}.conf`);
    writeFileSync(join(nginx, "nginx.conf"), asDebians(nginx));
    await sh(`nginx -t -q -p ${nginx} -c ${nginx}/nginx.conf`);
    const line = `exec nginx -p ${nginx} -c ${nginx}/nginx.conf -g 'daemon off;'`;
    this.#hosts.set(app, new Service(line, this.#log(`nginx-${app}`)));
    await answering(`http://127.0.0.1:${ports[app]}/config.json`);
  }

  async #takeIntoUse(app: App): Promise<void> {
    if (app !== "api") return this.#hosts.get(app)!.signal("SIGHUP");
    for (const port of nodePorts) {
      const code = await this.#nodes.get(port)!.end();
      if (code !== 0) throw new Error(`node ${port} ended with ${code}`);
      await this.#startNode(port);
    }
    const code = await this.#worker!.end();
    if (code !== 0) throw new Error(`the worker ended with ${code}`);
    this.#worker = await this.#startWorker();
  }
}
