/** `npm start`: sets up what is missing, then serves the site, the mini-program, the staff app and the API by Nx. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

import { environment, root } from "./lib/processes.mjs";
import { giveUp } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

// The environment wins over the file.
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`);
const port = (name, usual) => process.env[`LOYALTY_${name}_PORT`] ?? usual;
const settings = {
  LOYALTY_API_URL: `http://127.0.0.1:${port("API", 5000)}`,
  LOYALTY_SITE_ORIGIN: `http://localhost:${port("SITE", 4200)}`,
  LOYALTY_MINI_ORIGIN: `http://localhost:${port("MINI", 4300)}`,
  LOYALTY_STAFF_ORIGIN: `http://localhost:${port("STAFF", 4400)}`,
  ...environment(),
};

await setUp().catch(giveUp);
console.log(`
  site          ${settings.LOYALTY_SITE_ORIGIN}
  mini-program  ${settings.LOYALTY_MINI_ORIGIN}
  staff app     ${settings.LOYALTY_STAFF_ORIGIN}
  API           ${settings.LOYALTY_API_URL}/api/docs
`);
const serving = spawn("nx", ["run-many", "-t", "serve", "--parallel=5", "--output-style=stream"], {
  cwd: root,
  stdio: "inherit",
  env: settings,
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => serving.kill(signal));
serving.on("exit", (code) => (process.exitCode = code ?? 1));
