/** Nobody here has a container engine, so what the images and the compose file name is held against what there is. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";

import { root } from "../lib/processes.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const python = (code, ...words) =>
  execFileSync(join(root, ".venv/bin/python"), ["-c", code, ...words], {
    cwd: root,
    encoding: "utf8",
  });

const compose = JSON.parse(
  python(
    "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))",
    "deploy/compose.yaml",
  ),
);
const services = Object.entries(compose.services);
const built = services.filter(([, service]) => service.build);

function instructions(path) {
  return read(path)
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)]);
}
const argumentsOf = (path, word) =>
  instructions(path)
    .filter(([name]) => name === word)
    .map(([, rest]) => rest);

const images = {
  "deploy/docker/api.Dockerfile": ["api"],
  "deploy/docker/web.Dockerfile": ["site", "mini", "staff"],
};

for (const [path, apps] of Object.entries(images)) {
  test(`${basename(path)} adds the packages that are made, and nothing else`, () => {
    const added = [...argumentsOf(path, "ADD"), ...argumentsOf(path, "COPY")];
    for (const app of apps) {
      const [pattern] = added.map((line) => line.split(" ")[0].replace("${APP}", app));
      const named = new RegExp(`^${pattern.replaceAll(".", "\\.").replace("*", "[\\d.]+")}$`);
      assert.match(`loyalty-${app}-0.1.0.tar.gz`, named);
    }
    assert.equal(added.length, 1);
    assert.match(argumentsOf(path, "RUN").join("\n"), /release\.sh install \/srv\/loyalty\//);
  });

  test(`${basename(path)} runs as an ordinary user and has a health check`, () => {
    const names = instructions(path).map(([name]) => name);
    const [user] = argumentsOf(path, "USER");

    assert.ok(user && user !== "root" && user !== "0");
    assert.ok(names.lastIndexOf("USER") < names.indexOf("CMD"));
    assert.ok(names.indexOf("RUN") < names.indexOf("USER"), "what is installed is root's");
    const [port] = argumentsOf(path, "EXPOSE");
    const [, asked, address] = /127\.0\.0\.1:(\d+)(\/[\w.]+)/.exec(
      argumentsOf(path, "HEALTHCHECK")[0],
    );
    assert.equal(asked, port);
    const answers = apps.includes("api")
      ? read("apps/api/src/loyalty/http/probes.py").includes(`@app.get("${address}")`)
      : read("deploy/nginx/web-host.conf").includes(`location = ${address} {`);
    assert.ok(answers, `${address} is answered`);
  });
}

test("the compose file builds from packages and Dockerfiles that exist", () => {
  for (const [name, { build }] of built) {
    const app = /apps\/(\w+)\/package$/.exec(build.context)?.[1];
    assert.ok(app && existsSync(join(root, "apps", app)), `${name}: ${build.context}`);
    assert.ok(existsSync(join(root, "deploy", build.context, build.dockerfile)), build.dockerfile);
    if (app !== "api") assert.equal(build.args.APP, app);
  }
});

test("every service and volume that the compose file refers to is in it", () => {
  for (const [name, service] of services) {
    const waited = service.depends_on ?? [];
    for (const other of Array.isArray(waited) ? waited : Object.keys(waited))
      assert.ok(compose.services[other], `${name} waits for ${other}`);
    for (const volume of service.volumes ?? []) {
      const [from] = volume.split(":");
      assert.ok(from in compose.volumes || existsSync(join(root, "deploy", from)), volume);
    }
  }
  for (const host of ["site", "mini", "staff"]) {
    for (const [, node] of read(`deploy/compose/${host}/api.conf`).matchAll(
      /server ([\w-]+):8000/g,
    ))
      assert.ok(compose.services[node], node);
    assert.match(read(`deploy/compose/${host}/listen.conf`), /listen 8080;/);
    assert.ok(compose.services[host].ports[0].endsWith(":8080"));
  }
});

test("every setting of the compose file is one, and its nodes start with them", () => {
  const environment = compose.services["api-1"].environment;
  const known = read(".env.example");
  for (const name of Object.keys(environment).filter((one) => one.startsWith("LOYALTY_")))
    assert.match(known, new RegExp(`^#? ?${name}=`, "m"));

  const asked = {
    LOYALTY_SECRET_KEYS: "a-random-string-of-32-characters-or-more",
    LOYALTY_HASH_KEY: "another-random-string-of-32-characters",
    LOYALTY_LEDGER_KEYS: "a-third-random-string-of-32-characters",
    APP_PASSWORD: "secret",
    LOYALTY_MESSAGE_CHANNEL: "sms",
    LOYALTY_SMS_URL: "https://sms.example.com",
    LOYALTY_SMS_TOKEN: "secret",
  };
  const environmentFilled = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, filled(value, asked)]),
  );
  const config = python(
    "import json, os, sys; os.environ.update(json.loads(sys.argv[1])); from loyalty.config import from_environment; c = from_environment(); print(c.handoff, c.production)",
    JSON.stringify(environmentFilled),
  );
  assert.equal(config.trim().split("\n").at(-1), "True True");
});

/** A value of the compose file with its variables filled in; a variable without a default is required. */
function filled(value, asked) {
  return String(value).replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name, kind, otherwise) => {
    assert.ok(name in asked || kind === "-", `${name} is asked for`);
    return asked[name] ?? otherwise;
  });
}

test("the compose file starts safe: no secret has a default, e-mails are shown to this machine only", () => {
  const text = read("deploy/compose.yaml");
  // Without voucher keys no till takes a voucher without a network, which is safe.
  const optional = {
    LOYALTY_ALLOW_FILE_CHANNEL: "-off",
    LOYALTY_VOUCHER_KEYS: "-",
    LOYALTY_PUSH_KEY: "-",
  };
  for (const [, name, otherwise] of text.matchAll(
    /\$\{(\w*(?:KEYS?|PASSWORD|CHANNEL)):([-?][^}]*)\}/g,
  ))
    if (name in optional) assert.equal(otherwise, optional[name], name);
    else assert.equal(otherwise[0], "?", name);

  assert.deepEqual(compose.services.mail.ports, ["127.0.0.1:8025:8025"]);
  for (const [name, { image }] of services.filter(([, service]) => service.image))
    assert.match(image, /:v?\d/, `${name} has a version`);
});

test("nothing but the migration runs as the role that owns the tables, and nothing as the superuser", () => {
  assert.equal(compose.services.postgres.environment.POSTGRES_USER, "postgres");
  for (const [name, { environment = {} }] of built) {
    const addresses = Object.values(environment).filter((value) => /@postgres\//.test(value));
    const roles = addresses.map((address) => /\/\/(\w+):/.exec(address)[1]);
    const expected = { migrate: ["loyalty", "loyalty_owner"], site: [], mini: [], staff: [] };
    assert.deepEqual(roles, expected[name] ?? ["loyalty"], name);
  }
});

test("every command of the compose file exists", () => {
  const names = python("from loyalty.cli import COMMANDS; print(*COMMANDS)");
  const commands = services.flatMap(([, { command }]) => [command ?? []].flat().join(" "));
  const called = [...commands.join("\n").matchAll(/--app loyalty (\w+)/g)].map(([, name]) => name);
  // `["flask", "--app", "loyalty", "worker"]` is written with spaces as well.
  assert.deepEqual([...new Set(called)].sort(), ["db", "scheduler", "seed", "worker"]);
  for (const name of called) assert.ok(names.trim().split(" ").includes(name), name);
});
