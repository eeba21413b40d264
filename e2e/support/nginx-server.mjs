/**
 * Serves one of the apps as production does: its package, installed by its own release.sh, behind nginx.
 *
 *     node e2e/support/nginx-server.mjs site 4410 FOLDER 5140 5141      app, port, where to install, the API's ports
 */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [app, port, folder, ...nodes] = process.argv.slice(2);
const root = join(import.meta.dirname, "../..");
const packages = join(root, "apps", app, "package");
const [name] = readdirSync(packages).filter((one) => !one.endsWith(".tar.gz"));

const prefix = join(folder, app);
rmSync(prefix, { recursive: true, force: true });
mkdirSync(join(prefix, "config"), { recursive: true });
writeFileSync(
  join(prefix, "config/listen.conf"),
  `listen 127.0.0.1:${port};\nlisten [::1]:${port};\nserver_name ${app}.localhost;\n`,
);
writeFileSync(
  join(prefix, "config/api.conf"),
  nodes.map((node) => `server 127.0.0.1:${node} max_fails=0;\n`).join(""),
);
writeFileSync(
  join(prefix, "config/config.json"),
  JSON.stringify({
    productionHost: new URL(process.env.LOYALTY_SITE_ORIGIN).host,
    miniOrigin: process.env.LOYALTY_MINI_ORIGIN,
    apiBase: "/api",
    // The tests answer for it: nothing leaves this machine.
    tileUrl: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
    handoff: "ticket",
  }),
);
// Debian's place for it; without the module the same pages travel as gzip.
const brotli = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";
if (existsSync(brotli)) {
  writeFileSync(join(prefix, "config/compression.conf"), "brotli_static on;\n");
}
const installed = spawnSync(join(packages, name, "release.sh"), ["install", prefix], {
  stdio: "inherit",
});
if (installed.status !== 0) process.exit(1);

const temporary = ["body", "proxy", "fastcgi", "uwsgi", "scgi"];
for (const one of temporary) mkdirSync(join(prefix, "tmp", one), { recursive: true });
writeFileSync(
  join(prefix, "nginx.conf"),
  `${existsSync(brotli) ? `load_module ${brotli};\n` : ""}${process.getuid() === 0 ? "user root;\n" : ""}worker_processes 2;
pid ${prefix}/nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  include /etc/nginx/mime.types;
  client_body_temp_path ${prefix}/tmp/body;
${temporary
  .slice(1)
  .map((one) => `  ${one}_temp_path ${prefix}/tmp/${one};`)
  .join("\n")}
  sendfile on;
  include ${prefix}/current/nginx.conf;
}
`,
);
// Debian keeps servers out of an ordinary user's path.
const PATH = `${process.env.PATH}:/usr/sbin`;
const nginx = spawn(
  "nginx",
  ["-p", prefix, "-c", join(prefix, "nginx.conf"), "-g", "daemon off;"],
  {
    stdio: "inherit",
    env: { ...process.env, PATH },
  },
);
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => nginx.kill("SIGTERM"));
nginx.on("exit", (code) => process.exit(code ?? 0));
