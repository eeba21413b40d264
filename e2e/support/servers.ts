import { join } from "node:path";

/** Where the servers of a run listen and keep their files. The ports stay clear of `npm start`'s. */

const root = join(import.meta.dirname, "../..");
const sitePort = Number(process.env.LOYALTY_E2E_SITE_PORT ?? 4410);
const miniPort = Number(process.env.LOYALTY_E2E_MINI_PORT ?? 4411);
const otherPort = Number(process.env.LOYALTY_E2E_OTHER_PORT ?? 4412);
const staffPort = Number(process.env.LOYALTY_E2E_STAFF_PORT ?? 4413);
const apiPort = Number(process.env.LOYALTY_E2E_API_PORT ?? 5140);

/** Two host names, because the handoff is between two hosts; a browser takes both for this machine. */
export const site = `http://site.localhost:${sitePort}`;
export const mini = `http://mini.localhost:${miniPort}`;
export const staff = `http://staff.localhost:${staffPort}`;
export const otherSite = `http://other.localhost:${otherPort}`;
export const api = `http://127.0.0.1:${apiPort}`;

export const ports = {
  site: sitePort,
  mini: miniPort,
  staff: staffPort,
  otherSite: otherPort,
  api: apiPort,
  /** Beside the API's second node. The mail server of the run is there only while a test has it started. */
  mail: apiPort + 2,
  push: apiPort + 3,
  /** A super-app: `hosts` of the API's settings. */
  host: apiPort + 4,
  webhook: apiPort + 5,
  wallet: apiPort + 6,
};

const folder = join(root, "var", `e2e-${apiPort}`);
export const paths = {
  root,
  folder,
  database: join(folder, "loyalty.sqlite"),
  messages: join(folder, "messages.jsonl"),
  emails: join(folder, "emails.jsonl"),
};

/** The super-app of `apps/api/tests/support/host_server.py`, as an OpenID Connect provider and as a server of codes. */
export const host = `http://127.0.0.1:${ports.host}`;
const client = {
  client_id: "loyalty-client",
  client_secret: "a client secret of forty characters here",
  origins: [host],
};
export const hosts = [
  {
    name: "chat",
    title: "Chat",
    issuer: host,
    authorization_endpoint: `${host}/authorize`,
    token_endpoint: `${host}/token`,
    jwks_uri: `${host}/keys`,
    ...client,
  },
];
