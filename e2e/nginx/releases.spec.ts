import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expectDashboardOf, signedInOnSite } from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { paths, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

const web = `${paths.folder}-web`;

/** Makes the package of `app` once more, as the next version, and installs it; answers what it replaced. */
function upgrade(app: "site" | "mini"): string {
  const packages = join(paths.root, "apps", app, "package");
  const [name] = readdirSync(packages).filter((one) => !one.endsWith(".tar.gz"));
  const next = mkdtempSync(join(tmpdir(), `${app}-`));
  try {
    cpSync(join(packages, name!), next, { recursive: true });
    const before = readFileSync(join(next, "VERSION"), "utf8").split("\n")[0]!;
    writeFileSync(join(next, "VERSION"), `${before}-next\n`);
    execFileSync(join(next, "release.sh"), ["install", join(web, app)]);
    reload(app);
    return before;
  } finally {
    rmSync(next, { recursive: true });
  }
}

function rollBack(app: "site" | "mini", version: string): void {
  const prefix = join(web, app);
  execFileSync(join(prefix, "current/release.sh"), ["activate", prefix, version]);
  reload(app);
}

const hangUp = (file: string) => process.kill(Number(readFileSync(file, "utf8")), "SIGHUP");
const reload = (app: string) => hangUp(join(web, app, "nginx.pid"));

test("each app is upgraded and rolled back without an error for a member", async ({
  page,
  context,
}) => {
  const member = await registered();
  const failed: string[] = [];
  context.on("response", (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  context.on("requestfailed", (request) => {
    // A page that is left aborts its requests.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") failed.push(request.url());
  });
  // A tab of its own each time: one that leaves the site three times a minute stops by itself.
  const visit = async () => {
    const tab = await context.newPage();
    await tab.goto(`${site}/dashboard`);
    await expectDashboardOf(tab, member.name);
    await tab.getByRole("link", { name: "View All" }).first().click();
    await expect(tab.getByRole("heading", { level: 1 })).not.toContainText(member.name);
    await tab.close();
  };
  await signedInOnSite(page, member);
  await visit();

  for (const app of ["mini", "site"] as const) {
    const before = upgrade(app);
    await visit();
    rollBack(app, before);
    await visit();
  }
  // gunicorn starts new workers and lets the old ones end what they accepted, on one node after the other.
  for (const node of ["api-1.pid", "api-2.pid"]) {
    hangUp(join(paths.folder, node));
    await visit();
  }

  expect(failed).toEqual([]);
});
