/** `npm start`: sets up what is missing, then serves the site, the mini-program, the staff app and the API by Nx. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

import { environment, root } from "./lib/processes.mjs";
import { giveUp } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

// The environment wins over the file.
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`);
const port = (name, usual) => process.env[`LOYALTY_${name}_PORT`] ?? usual;
const addresses = {
  LOYALTY_API_URL: `http://127.0.0.1:${port("API", 5000)}`,
  LOYALTY_SITE_ORIGIN: `http://localhost:${port("SITE", 4200)}`,
  LOYALTY_MINI_ORIGIN: `http://localhost:${port("MINI", 4300)}`,
  LOYALTY_STAFF_ORIGIN: `http://localhost:${port("STAFF", 4400)}`,
};

await setUp().catch(giveUp);
console.log(`
  site          ${addresses.LOYALTY_SITE_ORIGIN}
  mini-program  ${addresses.LOYALTY_MINI_ORIGIN}
  staff app     ${addresses.LOYALTY_STAFF_ORIGIN}
  API           ${addresses.LOYALTY_API_URL}/api/docs
`);
const serving = spawn("nx", ["run-many", "-t", "serve", "--parallel=5", "--output-style=stream"], {
  cwd: root,
  stdio: "inherit",
  env: { ...addresses, ...environment() },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => serving.kill(signal));
serving.on("exit", (code) => (process.exitCode = code ?? 1));
