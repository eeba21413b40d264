/** How a web server answers for a web app: nginx's configuration, and the same as data for a server of another kind. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runnerImport } from "vite";

import { root } from "../lib/processes.mjs";

const FOR_GOOD = "public, max-age=31536000, immutable";
const NOBODY = "default-src 'none'; frame-ancestors 'none'";

/** How long an address may be cached; the first pattern that fits counts. An empty text leaves it to the API. */
const KEEP = [
  ["^/api/", ""],
  ["^/\\.well-known/webauthn$", ""],
  ["^/assets/", FOR_GOOD],
  ["\\.(?:png|jpe?g|webp|avif|svg|ico|pdf|woff2|txt|xml|webmanifest)$", "public, max-age=3600"],
  ["^/sw\\.js$", "no-cache"],
  ["", "no-store"],
];

/** The headers of every answer but the policies. */
const headersOf = ({ referrer, camera, headers }) => ({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": referrer,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": `geolocation=(self), camera=${camera}, microphone=(), payment=(), usb=(), screen-wake-lock=(self)`,
  ...headers,
});

/** The hosts of visitors and members: they do not answer the staff's calls, so that their cookie exists on one host only. */
const MEMBERS_HOST = {
  camera: "()",
  headers: {},
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
    headers: {
      "X-Robots-Tag": "noindex, nofollow",
      "X-Frame-Options": "DENY",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
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
 * @returns {Promise<string>} the file; `@PREFIX@`, `@TILES@` and `@API@` are filled in where it is installed
 */
export async function nginxOf(name, version, policy) {
  const template = await readFile(join(root, "deploy/nginx/web-host.conf"), "utf8");
  const { locations, maps, pages } = apps[name];
  const filled = {
    NAME: name,
    VERSION: version,
    POLICY: policy,
    KEEP: KEEP.map(
      ([pattern, value]) => `  ${pattern ? `"~${pattern}"` : "default"} "${value}";`,
    ).join("\n"),
    HEADERS: Object.entries(headersOf(apps[name]))
      .map(([header, value]) => `  add_header ${header} "${value}" always;`)
      .join("\n"),
    LOCATIONS: locations,
    MAPS: maps(await redirectPaths()),
    SECRETS: await secretPaths(),
    PAGES: pages,
  };
  const place = new RegExp(`@(${Object.keys(filled).join("|")})@`, "g");
  return template.replace(place, (_, key) => filled[key]);
}

/**
 * The same for a web server of another kind, as data: patterns are regular expressions, and the first one that fits a path
 * counts.
 *
 * @param {"site" | "mini" | "staff"} name
 * @param {string} policy the content security policy
 */
export async function hostingOf(name, policy) {
  const fallbacks =
    name === "site"
      ? (await redirectPaths()).map((path) => ({
          pattern: `^${path}/?$`,
          file: "/__spa-fallback.html",
        }))
      : [{ pattern: "", file: "/index.html" }];
  return {
    proxy: ["^/api/", "^/\\.well-known/webauthn$"],
    headers: {
      ...headersOf(apps[name]),
      "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
      "Reporting-Endpoints": 'csp="@API@/api/csp-report"',
    },
    contentSecurityPolicy: [
      { pattern: "^/assets/", value: `${NOBODY}; style-src 'unsafe-inline'` },
      { pattern: "", value: policy },
    ],
    cacheControl: KEEP.filter(([, value]) => value).map(([pattern, value]) => ({ pattern, value })),
    index: "index.html",
    fallbacks,
    notFound: name === "site" ? "/404/index.html" : null,
  };
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
