/** nginx's configuration of a web app, from the template and what the app is. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runnerImport } from "vite";

import { root } from "../lib/processes.mjs";

/** The hosts of visitors and members: they do not answer the staff's calls, so that their cookie exists on one host only. */
const MEMBERS_HOST = {
  camera: "()",
  headers: "",
  locations: `  location ^~ /api/staff/ {
    return 404;
  }`,
};

/** How each app answers an address that is no file, and what else its host does differently. */
const apps = {
  site: {
    ...MEMBERS_HOST,
    referrer: "strict-origin",
    maps: (patterns) => `
# Addresses that have no page of their own: redirects to the mini-program, and invitations. The rest is not there.
map $uri $loyalty_site_door {
  default /nothing-here;
${patterns.map((pattern) => `  "~^${pattern}/?$" /__spa-fallback.html;`).join("\n")}
}`,
    pages: `  error_page 404 /404/index.html;
  location = /404/index.html { internal; }
  location / {
    try_files $uri $uri/index.html $loyalty_site_door =404;
  }`,
  },
  mini: {
    ...MEMBERS_HOST,
    referrer: "no-referrer",
    maps: () => "",
    pages: `  location / {
    try_files $uri /index.html;
  }`,
  },
  staff: {
    // The counter scans codes.
    camera: "(self)",
    headers: `
  add_header X-Robots-Tag "noindex, nofollow" always;
  add_header X-Frame-Options DENY always;
  add_header Cross-Origin-Resource-Policy same-origin always;`,
    locations: "",
    referrer: "no-referrer",
    maps: () => "",
    pages: `  location / {
    try_files $uri /index.html;
  }`,
  },
};

/**
 * @param {"site" | "mini" | "staff"} name
 * @param {string} version
 * @param {string} policy the content security policy
 * @returns {Promise<string>} the file; `@PREFIX@` and `@TILES@` are filled in where it is installed
 */
export async function nginxOf(name, version, policy) {
  const template = await readFile(join(root, "deploy/nginx/web-host.conf"), "utf8");
  const { referrer, camera, headers, locations, maps, pages } = apps[name];
  const filled = {
    NAME: name,
    VERSION: version,
    POLICY: policy,
    REFERRER: referrer,
    CAMERA: camera,
    HEADERS: headers,
    LOCATIONS: locations,
    MAPS: maps(await redirectPaths()),
    SECRETS: await secretPaths(),
    PAGES: pages,
  };
  const place = new RegExp(`@(${Object.keys(filled).join("|")})@`, "g");
  return template.replace(place, (_, key) => filled[key]);
}

/** Texts in addresses of the API that are words of ours. Every other one may be a code, a token or a person's. */
const openTexts = ["image_name", "kind", "name", "type"];

/** The addresses of the contract with a text that no log may hold, as lines of a map: what follows the text goes too. */
async function secretPaths() {
  const contract = await readFile(join(root, "libs/api-client/openapi.json"), "utf8");
  const before = Object.entries(JSON.parse(contract).paths).flatMap(
    ([path, { parameters = [] }]) => {
      const secrets = parameters
        .filter(({ in: place, schema }) => place === "path" && schema.type !== "integer")
        .filter(({ name }) => !openTexts.includes(name))
        .map(({ name }) => path.indexOf(`{${name}}`));
      return secrets.length > 0 ? [path.slice(0, Math.min(...secrets))] : [];
    },
  );
  return [...new Set(before)]
    .map((path) => {
      const pattern = path.replace(/\{\w+\}/g, "[^/]+");
      return `  "~*^${pattern}" ${path.replace(/\{\w+\}/g, "-")}-;`;
    })
    .join("\n");
}

/** The paths of the site as nginx's regular expressions, from the one table of them; those of e-mails are none of its. */
async function redirectPaths() {
  const file = join(root, "libs/shell/src/routes/paths.ts");
  const { publicPaths, memberPaths } = (await runnerImport(file)).module;
  return Object.values({ ...publicPaths, ...memberPaths })
    .filter((path) => path !== "/")
    .map((path) => path.replace(/:\w+/g, "[^/]+"));
}
