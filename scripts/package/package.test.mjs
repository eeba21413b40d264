import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";

import { changesOf } from "./archive.mjs";
import { nginxOf } from "./nginx.mjs";
import { inlineScripts, policyFor } from "./policy.mjs";

const root = new URL("../../", import.meta.url).pathname;
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

test("a team reads its own changes of every release", () => {
  const changes = changesOf(
    "# Changelog\n\nWords.\n\n## Unreleased\n\n### API\n\n- a\n\n### Site\n\n- s\n\n## 0.1.0\n\n### API\n\n- b\n",
    "API",
  );

  assert.match(changes, /## Unreleased\n\n### API\n\n- a/);
  assert.match(changes, /## 0.1.0\n\n### API\n\n- b/);
  assert.doesNotMatch(changes, /- s/);
});

test("the site's host knows every path that is no page, and nothing else", async () => {
  const conf = await nginxOf("site", "1.0.0", "default-src 'none'");

  assert.match(conf, /"~\^\/dashboard\/\?\$" \/__spa-fallback\.html;/);
  assert.match(conf, /"~\^\/reward\/\[\^\/\]\+\/\?\$"/);
  assert.doesNotMatch(conf, /@(NAME|VERSION|POLICY|REFERRER|MAPS|PAGES)@/);
});

test("a shell reads the API's settings as they come in the package", () => {
  const { stdout, stderr } = spawnSync(
    "sh",
    ["-c", '. ./deploy/loyalty.env; printf %s "$GUNICORN_CMD_ARGS"'],
    { cwd: root, encoding: "utf8" },
  );

  assert.deepEqual([stdout, stderr], ["--bind 127.0.0.1:8000 --workers 2", ""]);
});

/** A package of a web app, small enough to read. */
function packed(version, asset) {
  const folder = join(place, `package-${version}`);
  mkdirSync(join(folder, "html/assets"), { recursive: true });
  mkdirSync(join(folder, "config"));
  writeFileSync(join(folder, "VERSION"), `${version}\nabc\n`);
  writeFileSync(join(folder, "html/index.html"), version);
  writeFileSync(join(folder, "html/assets", asset), version);
  writeFileSync(join(folder, "nginx.conf.in"), "root @PREFIX@/current/html; # img-src @TILES@;\n");
  for (const file of ["listen.conf", "api.conf"]) writeFileSync(join(folder, "config", file), "");
  const config = { tileUrl: "https://tiles.example.com/{z}/{x}/{y}.png" };
  writeFileSync(join(folder, "config/config.json"), JSON.stringify(config));
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

test("a release is installed, the next one takes its place, and a roll-back brings it back", () => {
  const [first, second] = [packed("1.0.0", "a-1.js"), packed("1.1.0", "a-2.js")];

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

test("a release that is not there is refused, and the current one stays", () => {
  const release = packed("1.0.0", "a.js");
  release("install", host);

  const refused = release("activate", host, "9.9.9");

  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /no release 9\.9\.9/);
  assert.equal(on("current/html/index.html"), "1.0.0");
});

test("a command that is not whole says how it goes, and changes nothing", () => {
  const release = packed("1.0.0", "a.js");

  assert.match(release("activate", host).stderr, /^Usage: .*activate PREFIX VERSION/);
  assert.match(release().stdout, /install PREFIX\s+unpack beside the releases before/);
  assert.equal(existsSync(host), false);
});
