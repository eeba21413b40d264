import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { gunzipSync } from "node:zlib";

import { root } from "../lib/processes.mjs";
import { changesOf } from "./archive.mjs";
import { nginxOf } from "./nginx.mjs";
import { fontNotices } from "./fonts.mjs";
import { inlineScripts, policyFor } from "./policy.mjs";
import { billOf, partsOf } from "./sbom.mjs";

const place = mkdtempSync(join(tmpdir(), "release-"));
after(() => rmSync(place, { recursive: true, force: true }));

const hashOf = (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

test("the policy lets the scripts of the pages run by their hashes, and no others", () => {
  const page = `<script>boot()</script><script src="/a.js"></script><script type="module">go()</script>
    <script type="application/ld+json">{"@type":"Menu"}</script>`;

  assert.deepEqual(inlineScripts(page), [hashOf("boot()"), hashOf("go()")]);
  const policy = policyFor([page, page]);
  assert.equal(policy.match(/sha256-/g).length, 2);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
});

test("a team reads its own changes of every release, and what its operators do", () => {
  const changes = changesOf(
    "# Changelog\n\nWords.\n\n## Unreleased\n\n### API\n\n- a\n\n### Deployment\n\n- d\n\n### Site\n\n- s\n\n## 0.1.0\n\n### API\n\n- b\n",
    "API",
  );

  assert.match(changes, /## Unreleased\n\n### API\n\n- a\n\n### Deployment\n\n- d/);
  assert.match(changes, /## 0.1.0\n\n### API\n\n- b/);
  assert.doesNotMatch(changes, /- s/);
});

test("a web package lists its parts: every licence notice, the fonts included", async () => {
  const notices = `# Licenses\n\n## react - 19.0.0 (MIT)\n\n## not a heading\n\n## @scope/a - 1.2.3 (ISC OR MIT)\n${await fontNotices()}`;
  const bill = billOf({ name: "loyalty-site", version: "1.0.0" }, "npm", partsOf(notices));

  const { metadata, components } = JSON.parse(bill);
  assert.deepEqual(metadata, {
    component: { type: "application", name: "loyalty-site", version: "1.0.0" },
  });
  assert.deepEqual(
    components.filter(({ name }) => !name.startsWith("@fontsource")),
    [
      {
        type: "library",
        name: "@scope/a",
        version: "1.2.3",
        purl: "pkg:npm/%40scope/a@1.2.3",
        licenses: [{ expression: "ISC OR MIT" }],
      },
      {
        type: "library",
        name: "react",
        version: "19.0.0",
        purl: "pkg:npm/react@19.0.0",
        licenses: [{ expression: "MIT" }],
      },
    ],
  );
  const faces = components.filter(({ name }) => name.startsWith("@fontsource"));
  assert.deepEqual(
    faces.map(({ name, licenses }) => [name.split("/")[1], licenses[0].expression]),
    [
      ["anuphan", "OFL-1.1"],
      ["kanit", "OFL-1.1"],
      ["mitr", "OFL-1.1"],
    ],
  );
  assert.match(notices, /SIL OPEN FONT LICENSE/);
});

test("the API's package lists its parts: what its lock installs, the same on every day", () => {
  const readPackages = (...question) =>
    spawnSync(".venv/bin/python", ["scripts/package/python_packages.py", ...question], {
      cwd: root,
      encoding: "utf8",
    }).stdout;
  const lock = readPackages("lock", "apps/api/requirements.lock");
  const pins = [...lock.matchAll(/^([\w.-]+==[^ ;\\]+)/gm)].map(([, pin]) => pin);

  const parts = JSON.parse(readPackages("parts", "apps/api/requirements.lock"));
  const bill = billOf({ name: "loyalty-api", version: "1.0.0" }, "pypi", parts);

  const { components } = JSON.parse(bill);
  assert.ok(pins.length > 20);
  assert.deepEqual(
    components.map(({ name, version }) => `${name}==${version}`).sort(),
    pins.sort(),
  );
  const flask = components.find(({ name }) => name === "flask");
  assert.deepEqual(flask.licenses, [{ expression: "BSD-3-Clause" }]);
  // No time, no number that changes, no address of a registry.
  assert.doesNotMatch(bill, /timestamp|serialNumber|https?:/);
  assert.equal(bill, billOf({ name: "loyalty-api", version: "1.0.0" }, "pypi", parts.toReversed()));
});

test("the API's package has the text of every licence, and both that the LGPL consists of", () => {
  const { stdout } = spawnSync(
    ".venv/bin/python",
    ["scripts/package/python_packages.py", "licences"],
    { cwd: root, encoding: "utf8" },
  );
  const sections = stdout.split(/^## (?=\S+ \d[\w.]*$)/m).slice(1);
  const without = sections.filter((section) => !section.includes("```text"));

  assert.ok(sections.length > 20);
  assert.deepEqual(without, []);
  for (const text of [
    "GNU LESSER GENERAL PUBLIC LICENSE",
    "GNU GENERAL PUBLIC LICENSE",
    "Mozilla Public License Version 2.0",
  ])
    assert.ok(stdout.includes(text), text);
});

test("the API installs on a Python that is older than the one which packed it: Debian 12 has 3.11.2", () => {
  const { stdout } = spawnSync(
    ".venv/bin/python",
    ["scripts/package/python_packages.py", "lock", "apps/api/requirements.lock"],
    { cwd: root, encoding: "utf8" },
  );

  assert.match(stdout, /^async-timeout==\S+ ; python_full_version < '3\.11\.3'/m);
});

test("the site's host knows every path that is no page, and nothing else", async () => {
  const conf = await nginxOf("site", "1.0.0", "default-src 'none'");

  assert.match(conf, /"~\^\/dashboard\/\?\$" \/__spa-fallback\.html;/);
  assert.match(conf, /"~\^\/reward\/\[\^\/\]\+\/\?\$"/);
  // What e-mails link to is a page of the mini-program alone.
  assert.doesNotMatch(conf, /"~\^\/unsubscribe/);
  assert.doesNotMatch(conf, /@(?!PREFIX|TILES|API)[A-Z]+@/);
});

test("the staff's host answers the staff's calls, may use the camera, and is for no search engine and no frame", async () => {
  const [staff, mini] = await Promise.all(
    ["staff", "mini"].map((name) => nginxOf(name, "1.0.0", policyFor([]))),
  );

  for (const line of [
    'X-Robots-Tag "noindex, nofollow"',
    'X-Frame-Options "DENY"',
    "camera=(self)",
  ]) {
    assert.ok(staff.includes(line), line);
    assert.ok(!mini.includes(line), line);
  }
  assert.match(staff, /frame-ancestors 'none'/);
  assert.doesNotMatch(staff, /location[^{]*\/api\/staff/);
  assert.match(mini, /location \^~ \/api\/staff\/ \{\s+return 404;/);
});

test("every service may write to its own folders, and asks the kernel for what it needs and no more", () => {
  const folder = join(root, "deploy/systemd");
  const services = readdirSync(folder).filter((file) => file.endsWith(".service"));

  assert.equal(services.length, 5);
  for (const file of services)
    for (const line of [
      "User=loyalty",
      "NoNewPrivileges=true",
      "ProtectSystem=strict",
      "PrivateDevices=true",
      "CapabilityBoundingSet=",
      "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
      "SystemCallFilter=@system-service",
      `SystemCallFilter=~@privileged${file === "loyalty-backup.service" ? "" : " @resources"}`,
      "UMask=0077",
    ])
      assert.ok(
        readFileSync(join(folder, file), "utf8").includes(`\n${line}\n`),
        `${file}: ${line}`,
      );
});

test("a shell reads the API's settings as they come in the package", () => {
  const { stdout, stderr } = spawnSync(
    "sh",
    ["-c", '. ./deploy/loyalty.env; printf %s "$GUNICORN_CMD_ARGS"'],
    { cwd: root, encoding: "utf8" },
  );

  assert.deepEqual([stdout, stderr], ["--bind 127.0.0.1:8000 --workers 2", ""]);
});

function packed(version, asset) {
  const folder = join(place, `package-${version}`);
  mkdirSync(join(folder, "html/assets"), { recursive: true });
  mkdirSync(join(folder, "config"));
  writeFileSync(join(folder, "VERSION"), `${version}\nabc\n`);
  writeFileSync(join(folder, "html/index.html"), version);
  writeFileSync(join(folder, "html/assets", asset), version);
  writeFileSync(join(folder, "nginx.conf.in"), "root @PREFIX@/current/html; # img-src @TILES@;\n");
  for (const file of ["listen.conf", "api.conf"]) writeFileSync(join(folder, "config", file), "");
  writeFileSync(join(folder, "config/config.json"), JSON.stringify({ productionHost: "" }));
  cpSync(join(root, "deploy/web-release.sh"), join(folder, "release.sh"));
  cpSync(join(root, "deploy/releases.sh"), join(folder, "releases.sh"));
  return (...words) =>
    spawnSync("sh", [join(folder, "release.sh"), ...words], { encoding: "utf8" });
}

const host = join(place, "host");
const on = (path) => readFileSync(join(host, path), "utf8");
beforeEach(() => {
  for (const folder of ["host", "package-1.0.0", "package-1.1.0"])
    rmSync(join(place, folder), { recursive: true, force: true });
});

/** What a deployer has written before the release is installed. */
function configured(config) {
  mkdirSync(join(host, "config"), { recursive: true });
  writeFileSync(join(host, "config/config.json"), JSON.stringify(config));
}

test("the first installation writes a configuration to be filled in, and is served after that", () => {
  const release = packed("1.0.0", "a.js");

  const { status, stdout } = release("install", host);
  assert.equal(status, 0);
  assert.equal(existsSync(join(host, "current")), false);

  const [, script, ...words] = /then: (\S+) (.+)$/m.exec(stdout)[0].split(" ");
  configured({ tileUrl: "https://tiles.example.com/{z}/{x}/{y}.png" });
  assert.equal(spawnSync("sh", [script, ...words]).status, 0);
  assert.equal(on("current/html/index.html"), "1.0.0");
});

const sent = (path) => [
  on(`current/html/${path}`),
  gunzipSync(readFileSync(join(host, `current/html/${path}.gz`))).toString(),
];

function packedSite(version) {
  const release = packed(version, "a.js");
  const documents = join(place, `package-${version}/documents`);
  mkdirSync(join(documents, "menu"), { recursive: true });
  mkdirSync(join(place, `package-${version}/html/menu`));
  writeFileSync(join(documents, "menu/index.html"), '"https://site.invalid/menu"');
  return release;
}

for (const [productionHost, origin] of [
  ["www.example.com", "https://www.example.com"],
  ["example.com:8443", "https://example.com:8443"],
  ["site.localhost:8080", "http://site.localhost:8080"],
  ["localhost", "http://localhost"],
  ["localhost.example.com", "https://localhost.example.com"],
])
  test(`pages whose host is ${productionHost} name ${origin} as their own`, () => {
    configured({ productionHost });

    assert.equal(packedSite("1.0.0")("install", host).status, 0);

    assert.deepEqual(sent("menu/index.html"), Array(2).fill(`"${origin}/menu"`));
  });

test("a changed host is taken over by activating the same release again", () => {
  configured({ productionHost: "www.example.com" });
  const release = packedSite("1.0.0");
  release("install", host);
  configured({ productionHost: "www.example.org" });

  assert.equal(release("activate", host, "1.0.0").status, 0);

  assert.deepEqual(sent("menu/index.html"), Array(2).fill('"https://www.example.org/menu"'));
});

for (const productionHost of [undefined, "", "https://www.example.com", "www.example.com/x", "a|b"])
  test(`a site whose host is ${productionHost} is not taken into use`, () => {
    configured({ productionHost: "www.example.com" });
    packedSite("1.0.0")("install", host);
    configured({ productionHost });

    const next = packedSite("1.1.0");
    const refused = next("install", host);

    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /^productionHost in .+config\.json is the site's host/);
    assert.match(next("list", host).stdout, /^\* 1\.0\.0$/m);
  });

test("a release is installed, the next one takes its place, and a roll-back brings it back", () => {
  const [first, second] = [packed("1.0.0", "a-1.js"), packed("1.1.0", "a-2.js")];
  configured({ tileUrl: "https://tiles.example.com/{z}/{x}/{y}.png" });

  assert.equal(first("install", host).status, 0);
  assert.equal(on("current/html/index.html"), "1.0.0");
  assert.match(
    on("current/nginx.conf"),
    new RegExp(`root ${host}/current/html; # img-src https://tiles.example.com;`),
  );

  assert.equal(second("install", host).status, 0);
  assert.equal(on("current/html/index.html"), "1.1.0");
  assert.ok(
    existsSync(join(host, "assets/a-1.js")),
    "open tabs of the release before find their files",
  );

  assert.equal(second("activate", host, "1.0.0").status, 0);
  assert.equal(on("current/html/index.html"), "1.0.0");
  assert.match(second("list", host).stdout, /^\* 1\.0\.0$/m);
});

test("what the deployer wrote is kept by the next release", () => {
  packed("1.0.0", "a.js")("install", host);
  writeFileSync(join(host, "config/listen.conf"), "listen 443 ssl;");

  packed("1.1.0", "b.js")("install", host);

  assert.equal(on("config/listen.conf"), "listen 443 ssl;");
});

test("what a strict root installs can be read by the host, who is not root", () => {
  packed("1.0.0", "a.js");
  configured({});

  spawnSync("sh", [
    "-c",
    `umask 077 && sh ${join(place, "package-1.0.0/release.sh")} install ${host}`,
  ]);

  for (const path of [
    "current/html/index.html",
    "current/nginx.conf",
    "assets",
    "config/config.json",
  ])
    assert.equal(statSync(join(host, path)).mode & 0o044, 0o044, path);
});

test("a release that is not there is refused, and the current one stays", () => {
  const release = packed("1.0.0", "a.js");
  configured({});
  release("install", host);

  const refused = release("activate", host, "9.9.9");

  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /no release 9\.9\.9/);
  assert.equal(on("current/html/index.html"), "1.0.0");
});

test("an incomplete command prints its usage and changes nothing", () => {
  const release = packed("1.0.0", "a.js");

  assert.match(release("activate", host).stderr, /^Usage: .*activate PREFIX VERSION/);
  assert.match(release().stdout, /install PREFIX\s+unpack beside the releases before/);
  assert.equal(existsSync(host), false);
});
