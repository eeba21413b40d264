/** What the packaged configuration of a web host lets through and writes down, asked of a real nginx. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { nginxOf } from "./nginx.mjs";

const contract = JSON.parse(
  readFileSync(new URL("../../libs/api-client/openapi.json", import.meta.url), "utf8"),
);
const PATH = `${process.env.PATH}:/usr/sbin`;
const installed = spawnSync("nginx", ["-v"], { env: { ...process.env, PATH } }).status === 0;

const folder = mkdtempSync(join(tmpdir(), "nginx-"));
const prefix = join(folder, "mini");
const asked = [];
const api = createServer((question, answer) => {
  asked.push({ path: question.url, headers: question.headers });
  answer.end("the API");
});
let nginx;
let port;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: found } = server.address();
  await new Promise((done) => server.close(done));
  return found;
}

/** Asks for a path exactly as it is written; no client library tidies it up. */
function get(path, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(answer));
    });
    sent.on("error", reject).end();
  });
}

async function start() {
  for (const name of ["config", "current/html", "log"])
    mkdirSync(join(prefix, name), { recursive: true });
  writeFileSync(join(prefix, "current/html/index.html"), "<!doctype html>the app");
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  port = await freePort();
  writeFileSync(join(prefix, "config/listen.conf"), `listen 127.0.0.1:${port};\n`);
  writeFileSync(
    join(prefix, "config/api.conf"),
    `server 127.0.0.1:${api.address().port} max_fails=0;\n`,
  );
  const conf = await nginxOf("mini", "1.0.0", "default-src 'none'");
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(prefix, "nginx.conf"),
    `${process.getuid() === 0 ? "user root;\n" : ""}daemon off;
pid ${prefix}/nginx.pid;
error_log stderr crit;
events {}
http {
${kinds.map((kind) => `  ${kind}_temp_path ${prefix}/${kind};`).join("\n")}
${conf.replaceAll("@PREFIX@", prefix)}
}
`,
  );
  nginx = spawn("nginx", ["-p", prefix, "-c", join(prefix, "nginx.conf")], {
    stdio: "inherit",
    env: { ...process.env, PATH },
  });
  for (;;) {
    const answered = await get("/").then(
      () => true,
      () => false,
    );
    if (answered) break;
    assert.equal(nginx.exitCode, null, "nginx ended");
  }
}

async function stop() {
  nginx?.kill();
  if (nginx && nginx.exitCode === null) await once(nginx, "exit");
  api.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The ids of nginx's worker processes. */
const nginxWorkers = () =>
  readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, "utf8").trim().split(" ");

/** The access log's lines from here on. */
async function loggedWhile(work) {
  const log = join(prefix, "log/access.log");
  const already = readFileSync(log, "utf8").length;
  await work();
  // A line is written when its answer is on its way, before the next request is looked at.
  await get("/the-last-one");
  const lines = readFileSync(log, "utf8").slice(already).split(/^/m);
  return lines.filter((line) => !line.includes("/the-last-one")).join("");
}

describe("a web host", { skip: installed ? false : "nginx is not installed" }, () => {
  before(start);
  after(stop);

  test("neither the API's documentation nor its contract nor the staff's calls are on the members' origin", async () => {
    asked.length = 0;
    for (const path of [
      "/api/docs",
      "/api/docs/",
      "/api/docs/swagger-ui.css",
      "//api//docs/",
      "/%61pi/d%6fcs/",
      "/api/./docs/",
      "/api/openapi.json",
      "/api/openapi.json?a=b",
      "/api/staff/me",
      "//%61pi/staff//login",
    ])
      assert.equal((await get(path)).statusCode, 404, path);
    assert.deepEqual(asked, []);

    assert.equal((await get("/api/outlet")).statusCode, 200);
    assert.deepEqual(
      asked.map(({ path }) => path),
      ["/api/outlet"],
    );
  });

  test("no way of writing an address brings a code or a ticket into the log", async () => {
    const logged = await loggedWhile(async () => {
      for (const path of [
        "/api/pos/voucher/SECRET1/use",
        "/API/pos/Voucher/SECRET9",
        "/LOGIN/SECRET10",
        "//api/pos/voucher/SECRET2/use",
        "/%61pi/pos/voucher/SECRET3",
        "/api/./pos//voucher/SECRET4",
        "/login/SECRET5",
        "//login//SECRET6",
        "/l%6fgin/SECRET7",
        "/dashboard?token=SECRET8",
      ])
        await get(path);
    });

    assert.equal(logged.trim().split("\n").length, 10);
    assert.doesNotMatch(logged, /SECRET/);
    assert.match(logged, /"path":"\/login\/-"/);
    assert.match(logged, /"path":"\/dashboard"/);
  });

  test("no address of the API brings a text of its own into a log, but for a few known words", async () => {
    const words = ["image_name", "kind", "name", "type"];
    const texts = ({ parameters = [] }) =>
      parameters
        .filter(({ in: place, schema }) => place === "path" && schema.type !== "integer")
        .map(({ name }) => name)
        .filter((name) => !words.includes(name));
    const addresses = Object.entries(contract.paths).filter(([, item]) => texts(item).length > 0);
    assert.ok(addresses.length > 10);

    for (const [address, item] of addresses)
      for (const value of ["SECRET", "SE/CRET", "se%2fSECRET"]) {
        const path = texts(item)
          .reduce((rest, name) => rest.replace(`{${name}}`, value), address)
          .replace(/\{\w+\}/g, "1");

        const logged = await loggedWhile(() => get(`${path}?token=SECRET`));

        assert.match(logged, /"path":"\/api\/[^"]+-"/, path);
        assert.doesNotMatch(logged, /SECRET|CRET/, path);
      }
    assert.doesNotMatch(readFileSync(join(prefix, "log/error.log"), "utf8"), /CRET/);
  });

  test("browsers that ask which hosts share passkeys are answered by the API, not by a page", async () => {
    asked.length = 0;
    const answer = await get("/.well-known/webauthn");

    assert.deepEqual(
      asked.map(({ path }) => path),
      ["/.well-known/webauthn"],
    );
    assert.equal(answer.headers["content-security-policy"], undefined);
    assert.equal((await get("/.well-known/other")).statusCode, 200);
    assert.equal(asked.length, 1);
  });

  test("the header Strict-Transport-Security is sent, also behind a load balancer that terminates TLS", async () => {
    const keep = (answer) => answer.headers["strict-transport-security"];

    assert.equal(keep(await get("/")), undefined);
    assert.match(keep(await get("/", { "X-Forwarded-Proto": "https" })), /max-age=63072000/);
    asked.length = 0;
    await get("/api/outlet", { "X-Forwarded-Proto": "https" });
    assert.equal(asked[0].headers["x-forwarded-proto"], "https");
  });

  test("the API is asked by TLS where its network is not ours, and its certificate is checked", async () => {
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const subject = ["-subj", "/CN=api.internal", "-addext", "subjectAltName=DNS:api.internal"];
    const files = ["-keyout", key, "-out", certificate];
    spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject]);
    const options = { key: readFileSync(key), cert: readFileSync(certificate) };
    const tls = createTlsServer(options, (_, answer) => answer.end("by TLS"));
    tls.listen(0, "127.0.0.1");
    await once(tls, "listening");
    const servers = `server 127.0.0.1:${tls.address().port} max_fails=0;\n`;
    writeFileSync(join(prefix, "config/api.conf"), servers);
    const askedAs = async (name) => {
      const trust = `proxy_ssl_verify on;\nproxy_ssl_trusted_certificate ${certificate};\n`;
      const scheme = "set $loyalty_mini_api_scheme https;\n";
      const file = join(prefix, "config/api-tls.conf");
      writeFileSync(file, `${scheme}${trust}proxy_ssl_name ${name};\n`);
      const before = nginxWorkers();
      nginx.kill("SIGHUP");
      while (nginxWorkers().some((worker) => before.includes(worker))) await get("/");
      return (await get("/api/outlet")).statusCode;
    };

    assert.equal(await askedAs("api.internal"), 200);
    assert.equal(await askedAs("elsewhere.internal"), 502);
    tls.close();
  });
});
