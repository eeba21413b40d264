/** Each import rule is broken once on purpose, in a copy, and has to be reported: for TypeScript and Python. */

import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { root, run } from "./lib/processes.mjs";
import { plain } from "./lib/terminal.mjs";

const { forbidden } = createRequire(import.meta.url)("../.dependency-cruiser.cjs");

const copies = [];
after(() => copies.forEach((copy) => rmSync(copy, { recursive: true })));

/** An empty folder with these files of the project in it. */
function copyOf(files) {
  const copy = mkdtempSync(join(tmpdir(), "import-rules-"));
  copies.push(copy);
  for (const file of files) cpSync(`${root}${file}`, join(copy, file), { recursive: true });
  return copy;
}

function put(copy, file, text) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

const typescriptViolations = {
  "no-cycles": ["libs/ui/src/i18n/cycle-a.ts", "./cycle-b.ts"],
  "no-dead-ends": ["libs/ui/src/i18n/dead-end.ts", "./nowhere.ts"],
  "type-app-imports-only-what-its-tag-allows": [
    "apps/site/src/other-app.ts",
    "../../mini/src/page.ts",
  ],
  "type-lib-imports-only-what-its-tag-allows": [
    "libs/public-pages/src/app-import.ts",
    "../../../apps/mini/src/page.ts",
  ],
  "layer-client-imports-only-what-its-tag-allows": [
    "libs/api-client/src/rules/show.ts",
    "../../../ui/src/theme/safe.ts",
  ],
  "layer-ui-imports-only-what-its-tag-allows": [
    "libs/ui/src/theme/product.ts",
    "../../../content/src/outlets.ts",
  ],
  "layer-content-imports-only-what-its-tag-allows": [
    "libs/content/src/frame.ts",
    "../../shell/src/frame/header.ts",
  ],
  "layer-shell-imports-only-what-its-tag-allows": [
    "libs/shell/src/frame/footer.ts",
    "../../../public-pages/src/home/home-screen.tsx",
  ],
  "scope-shared-imports-only-what-its-tag-allows": [
    "libs/content/src/member.ts",
    "../../shell/src/frame/header.ts",
  ],
  "scope-members-imports-only-what-its-tag-allows": [
    "apps/mini/src/staff.ts",
    "../../staff/src/queries/requests.ts",
  ],
  "scope-staff-imports-only-what-its-tag-allows": [
    "apps/staff/src/public.ts",
    "../../../libs/public-pages/src/home/home-screen.tsx",
  ],
  "features-do-not-know-each-other": ["apps/mini/src/features/one/one.ts", "../two/two.ts"],
  "features-do-not-know-the-map": ["apps/mini/src/features/one/lost.ts", "../../routes.ts"],
  "components-are-plain": [
    "libs/ui/src/components/not-plain.ts",
    "../../../api-client/src/http.ts",
  ],
  "pages-do-not-know-each-other": [
    "libs/public-pages/src/menu/menu-screen.tsx",
    "../home/home-screen.tsx",
  ],
  "core-client-is-react-free": ["libs/api-client/src/session/hook.ts", "react"],
  "server-state-lives-in-one-place": [
    "apps/mini/src/features/one/cache.ts",
    "@tanstack/react-query",
  ],
  "screens-use-hooks-not-calls": [
    "libs/shell/src/account/caller.ts",
    "../../../api-client/src/session/calls.ts",
  ],
  "staff-screens-use-hooks-not-calls": [
    "apps/staff/src/features/one/one-screen.ts",
    "../../queries/requests.ts",
  ],
  "staff-have-no-member-session": [
    "apps/staff/src/member.ts",
    "../../../libs/api-client/src/session/calls.ts",
  ],
  "the-fake-api-is-for-tests": [
    "apps/mini/src/pretend.ts",
    "../../../libs/api-client/src/testing/fake-api.ts",
  ],
};

const importedFiles = [
  "apps/mini/src/page.ts",
  "apps/mini/src/routes.ts",
  "apps/mini/src/features/two/two.ts",
  "apps/staff/src/queries/requests.ts",
  "libs/api-client/src/http.ts",
  "libs/api-client/src/session/calls.ts",
  "libs/api-client/src/testing/fake-api.ts",
  "libs/content/src/outlets.ts",
  "libs/shell/src/frame/header.ts",
  "libs/ui/src/theme/safe.ts",
  "libs/public-pages/src/home/home-screen.tsx",
];

const projects = ["apps/mini", "apps/site", "apps/staff"].concat(
  ["api-client", "content", "public-pages", "shell", "ui"].map((library) => `libs/${library}`),
);

test("every rule for TypeScript reports its violation", async () => {
  const copy = copyOf([
    ".dependency-cruiser.cjs",
    "tsconfig.base.json",
    "package.json",
    ...projects.map((project) => `${project}/project.json`),
  ]);
  for (const file of importedFiles) put(copy, file, "export const here = true;\n");
  put(copy, "libs/ui/src/i18n/cycle-b.ts", `import "./cycle-a.ts";\n`);
  for (const [file, wanted] of Object.values(typescriptViolations)) {
    put(copy, file, `import "${wanted}";\n`);
  }
  for (const installed of ["react", "@tanstack"]) {
    put(copy, "node_modules/.keep", "");
    symlinkSync(`${root}node_modules/${installed}`, join(copy, "node_modules", installed));
  }

  const { output } = await run(["depcruise", "--output-type", "json", "apps", "libs"], {
    cwd: copy,
  });
  const reported = JSON.parse(output).summary.violations.map(
    ({ rule, from }) => `${rule.name}: ${from}`,
  );

  assert.deepEqual(
    Object.keys(typescriptViolations).sort(),
    forbidden.map(({ name }) => name).sort(),
  );
  for (const [rule, [file]] of Object.entries(typescriptViolations)) {
    assert.ok(reported.includes(`${rule}: ${file}`), `${rule} did not notice ${file}`);
  }
});

test("a screen that sends a call without a hook is reported", async () => {
  const copy = copyOf([".oxlintrc.json", "package.json", "scripts/lint"]);
  const text = `import { api } from "@loyalty/api-client/http";\n\nexport const send = api;\n`;
  const screens = ["apps/mini", "apps/staff", "libs/shell"].map(
    (of) => `${of}/src/features/sender.ts`,
  );
  for (const file of [...screens, "apps/staff/src/features/one/queries.ts"]) put(copy, file, text);

  const { output } = await run(["oxlint", "--format", "json"], { cwd: copy });
  const reported = JSON.parse(output).diagnostics.map(({ filename }) => filename);
  assert.deepEqual(reported.sort(), screens.sort());
});

/** One violation per contract: the module, the line added to it, and what the report prints. */
const pythonViolations = {
  Layers: ["db/lower.py", "import loyalty.http.higher", /loyalty\.db\.lower -> loyalty\.http/],
  "Layers of features": [
    "features/tiers/lower.py",
    "import loyalty.features.members.higher",
    /loyalty\.features\.tiers\.lower ->\s+loyalty\.features\.members/,
  ],
  "Layers of reach": [
    "reach/wallet/lower.py",
    "import loyalty.reach.broadcasts.higher",
    /loyalty\.reach\.wallet\.lower ->\s+loyalty\.reach\.broadcasts/,
  ],
  "Layers of the back office": [
    "backoffice/people/lower.py",
    "import loyalty.backoffice.reports.higher",
    /loyalty\.backoffice\.people\.lower ->\s+loyalty\.backoffice\.reports/,
  ],
  "Layers of a package: routes, schemas, models": [
    "features/access/models.py",
    "import loyalty.features.access.schemas",
    /loyalty\.features\.access\.models ->\s+loyalty\.features\.access\.schemas/,
  ],
  "Rules import no framework": [
    "rules/impure.py",
    "import flask",
    /loyalty\.rules\.impure -> flask/,
  ],
  "Only routes and schemas import Flask": [
    "features/access/sessions.py",
    "import flask",
    /loyalty\.features\.access\.sessions -> flask/,
  ],
  "Only features.points imports the ledger's entries": [
    "features/members/outsider.py",
    "import loyalty.features.points.entries",
    /loyalty\.features\.members\.outsider ->\s+loyalty\.features\.points\.entries/,
  ],
  "Only features.access imports the tables of codes and sessions": [
    "features/joining/outsider.py",
    "import loyalty.features.access.models",
    /loyalty\.features\.joining\.outsider ->\s+loyalty\.features\.access\.models/,
  ],
};

const sources = "apps/api/src/loyalty";

function lintImports(copy) {
  return run([`${root}.venv/bin/lint-imports`, "--no-cache"], {
    cwd: copy,
    env: { PYTHONPATH: join(copy, "apps/api/src") },
  });
}

function chapterOf(report, contract) {
  const [, chapter = ""] = plain(report).split(`${contract}\n${"-".repeat(contract.length)}\n`);
  return chapter.split(/\n-{10,}\n/)[0];
}

test("every contract for Python reports its violation", async () => {
  const copy = copyOf(["pyproject.toml", sources]);
  put(copy, `${sources}/http/higher.py`, "");
  for (const above of ["features/members", "reach/broadcasts", "backoffice/reports"]) {
    put(copy, `${sources}/${above}/higher.py`, "");
  }
  for (const [module, line] of Object.values(pythonViolations)) {
    mkdirSync(dirname(join(copy, sources, module)), { recursive: true });
    appendFileSync(join(copy, sources, module), `\n${line}\n`);
  }

  const { code, output } = await lintImports(copy);

  assert.equal(code, 1, output);
  const contracts = readFileSync(`${root}pyproject.toml`, "utf8").matchAll(
    /\[\[tool\.importlinter\.contracts\]\]\nname = "(.+)"/g,
  );
  assert.deepEqual(
    Object.keys(pythonViolations),
    [...contracts].map(([, name]) => name),
  );
  for (const [contract, [, , words]] of Object.entries(pythonViolations)) {
    assert.match(chapterOf(output, contract), words, contract);
  }
});

test("a package or a feature that is in no contract is reported", async () => {
  const copy = copyOf(["pyproject.toml", sources]);
  put(copy, `${sources}/undeclared/__init__.py`, "");
  put(copy, `${sources}/features/gambling/__init__.py`, "");
  const { code, output } = await lintImports(copy);
  assert.equal(code, 1, output);
  assert.match(output, /loyalty\.undeclared/);
  assert.match(output, /loyalty\.features\.gambling/);
});
