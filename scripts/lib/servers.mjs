/** The servers of `npm start`: where each answers, and the settings it gets of the others. */

import { existsSync } from "node:fs";
import { root } from "./processes.mjs";

// The environment wins over the file.
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`);

const setPort = (name, usual) => Number(process.env[name] ?? usual);

const ports = {
  api: setPort("LOYALTY_API_PORT", 5000),
  site: setPort("LOYALTY_SITE_PORT", 4200),
  mini: setPort("LOYALTY_MINI_PORT", 4300),
  staff: setPort("LOYALTY_STAFF_PORT", 4400),
};

const address = (name) => `http://localhost:${ports[name]}`;

export const settings = {
  LOYALTY_API_URL: `http://127.0.0.1:${ports.api}`,
  LOYALTY_SITE_ORIGIN: address("site"),
  LOYALTY_MINI_ORIGIN: address("mini"),
  LOYALTY_STAFF_ORIGIN: address("staff"),
  LOYALTY_MESSAGE_FILE: "var/messages.jsonl",
  ...definedOnly(process.env),
};

function definedOnly(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name.startsWith("LOYALTY_") && value),
  );
}

export const servers = [
  {
    name: "api",
    title: "the API",
    setting: "LOYALTY_API_PORT",
    port: ports.api,
    colour: "yellow",
    shown: `${address("api")}/api/docs`,
    asked: `http://127.0.0.1:${ports.api}/readyz`,
    cwd: ".",
    command: [
      ".venv/bin/gunicorn",
      "--config=python:loyalty.serving",
      "--workers=1",
      "--threads=8",
      `--bind=127.0.0.1:${ports.api}`,
      "--reload",
      "--log-level=error",
      "loyalty:create_app()",
    ],
  },
  {
    name: "site",
    title: "the site",
    setting: "LOYALTY_SITE_PORT",
    port: ports.site,
    colour: "cyan",
    shown: address("site"),
    asked: `${address("site")}/config.json`,
    // Its modules are read when a page is first asked for: the first visitor finds that under way.
    madeAhead: address("site"),
    cwd: "apps/site",
    command: ["react-router", "dev", "--port", String(ports.site)],
    // React Router asks vite for something by an option's old name: nobody here can change that.
    hiddenLine: "The `envFile` option is deprecated, please use `envDir: false` instead.",
  },
  {
    name: "mini",
    title: "the mini-program",
    setting: "LOYALTY_MINI_PORT",
    port: ports.mini,
    colour: "magenta",
    shown: address("mini"),
    // Not its page, nor ahead: that sets it to work on every module, while the site still needs the processor.
    asked: `${address("mini")}/config.json`,
    cwd: "apps/mini",
    command: ["vite", "--port", String(ports.mini)],
  },
  {
    name: "staff",
    title: "the staff app",
    setting: "LOYALTY_STAFF_PORT",
    port: ports.staff,
    colour: "green",
    shown: address("staff"),
    asked: `${address("staff")}/config.json`,
    cwd: "apps/staff",
    command: ["vite", "--port", String(ports.staff)],
  },
];
