import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync } from "node:fs";

import { Service, sh } from "./processes.ts";

/** The environment systemd gives every service, and its default timeout. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const TIMEOUT_S = 90;

const folderOf = { StateDirectory: "/var/lib", RuntimeDirectory: "/run" };

/** Takes the place of systemd at its socket until a service of Type=notify says that it has started. */
const listener = `import os, socket, sys
here = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
os.umask(0)
here.bind(sys.argv[1])
while b"READY=1" not in here.recv(4096): pass`;

/**
 * Obeys a unit of deploy/systemd where there is no systemd: its command word for word, as its user, in its folders,
 * with its settings and no others, ended by its signal within its time. ProtectSystem, ProtectHome and
 * PrivateTmp stay systemd's; here an ordinary user writes where it may.
 */
export class Unit {
  readonly #file: string;
  readonly #machine: string;

  /** @param machine the folder in which /srv/loyalty, /var/lib and /run lie, as `srv`, `var/lib` and `run` */
  constructor(file: string, machine: string) {
    this.#file = file;
    this.#machine = machine;
  }

  /**
   * Starts it; for a service of Type=notify this waits until it has reported that it is ready.
   *
   * @param own settings in which this one differs from others on the machine
   */
  async start(log: string, own: Record<string, string> = {}): Promise<Service> {
    const who = await this.#user();
    for (const [key, parent] of Object.entries(folderOf)) {
      const mode = Number.parseInt(this.#says(`${key}Mode`) ?? "755", 8);
      for (const name of this.#says(key)?.split(" ") ?? []) {
        const folder = this.#at(`${parent}/${name}`);
        mkdirSync(folder, { recursive: true });
        chmodSync(folder, mode);
        chownSync(folder, who.uid, who.gid);
      }
    }
    const settings = settingsOf(this.#at(this.#says("EnvironmentFile")!));
    const service = (more = {}) =>
      new Service(`exec ${this.#at(this.#says("ExecStart")!)}`, log, {
        ...who,
        cwd: this.#at(this.#says("WorkingDirectory")!),
        env: { PATH, ...settings, ...own, ...more },
        noNewPrivileges: this.#says("NoNewPrivileges") === "true",
        signal: (this.#says("KillSignal") ?? "SIGTERM") as NodeJS.Signals,
        timeoutMs: 1000 * Number(this.#says("TimeoutStopSec") ?? TIMEOUT_S),
      });
    return this.#says("Type") === "notify" ? this.#ready(service, log) : service();
  }

  async #ready(start: (more: Record<string, string>) => Service, log: string): Promise<Service> {
    const socket = `${this.#machine}/run/notify`;
    rmSync(socket, { force: true });
    const notified = sh(`exec timeout ${TIMEOUT_S} python3 -c '${listener}' ${socket}`);
    await Promise.race([notified, sh(`until [ -S ${socket} ]; do sleep 0.05; done`)]);
    const service = start({ NOTIFY_SOCKET: socket });
    const over = service.ended.then((code) => {
      const last = readFileSync(log, "utf8").trimEnd().split("\n").slice(-5).join("\n");
      throw new Error(`${this.#file}: ended with ${code} before it was ready\n${last}`);
    });
    await Promise.race([notified, over]);
    over.catch(() => null); // From here on its end is nobody's surprise but its owner's.
    return service;
  }

  /** Its user, or nobody where that one is not known; ourselves, who may be nobody else, when we are not root. */
  async #user(): Promise<{ uid: number; gid: number }> {
    if (process.getuid!() !== 0) return { uid: process.getuid!(), gid: process.getgid!() };
    const name = (await sh(`id -un ${this.#says("User")} 2>/dev/null || echo nobody`)).trim();
    return { uid: Number(await sh(`id -u ${name}`)), gid: Number(await sh(`id -g ${name}`)) };
  }

  #says(key: string): string | undefined {
    return new RegExp(`^${key}=(.*)$`, "m").exec(readFileSync(this.#file, "utf8"))?.[1];
  }

  #at(text: string): string {
    const path = text.replace("%S", "/var/lib").replace(/^\/srv\/loyalty\//, "/srv/");
    return `${this.#machine}${path}`;
  }
}

export function settingsOf(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").matchAll(/^(\w+)=(?:"(.*)"|'(.*)'|(.*))$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, ...value]) => [name, value.find((one) => one !== undefined)!]),
  );
}
