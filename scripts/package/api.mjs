/** The package of the API: its wheel with migrations and seed data inside, the locked packages as wheels, the services. */

import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { mustRun, root } from "../lib/processes.mjs";
import { Problem } from "../lib/terminal.mjs";
import { beginPackage, endPackage } from "./archive.mjs";
import { billOf } from "./sbom.mjs";

/**
 * Packs the API.
 *
 * @returns {Promise<string>} where the package is, as a sentence
 */
export async function packageApi() {
  const wheels = await readdir(join(root, "apps/api/dist")).catch(() => []);
  const project = await readFile(join(root, "pyproject.toml"), "utf8");
  const version = /^version = "(.+)"$/m.exec(project)?.[1];
  const wheel = wheels.find((file) => file.includes(`-${version}-`) && file.endsWith(".whl"));
  if (!version || !wheel) throw new Problem("Nothing is built: npx nx build api");

  const folder = await beginPackage("api", version);
  await cp(join(root, "apps/api/dist", wheel), join(folder, wheel));
  await writeFile(
    join(folder, "requirements.lock"),
    await readPackages("lock", "apps/api/requirements.lock"),
  );
  await readPackages("wheels", "apps/api/requirements.lock", join(folder, "wheels"));
  await writeFile(join(folder, "LICENCES.md"), await readPackages("licences"));
  const parts = JSON.parse(await readPackages("parts", "apps/api/requirements.lock"));
  const bill = billOf({ name: "loyalty-api", version }, "pypi", parts);
  await writeFile(join(folder, "sbom.cdx.json"), bill);
  await cp(join(root, "deploy/api-release.sh"), join(folder, "release.sh"));
  await cp(join(root, "deploy/releases.sh"), join(folder, "releases.sh"));
  for (const one of ["systemd", "grafana", "prometheus", "postgresql"])
    await cp(join(root, "deploy", one), join(folder, one), { recursive: true });
  await cp(join(root, "deploy/loyalty.env"), join(folder, "loyalty.env"));
  return `${await endPackage(folder)}: to be installed by its release.sh`;
}

/** Asks `python_packages.py` about the packages that the API needs to run. */
function readPackages(...question) {
  const script = join(root, "scripts/package/python_packages.py");
  return mustRun(
    [`${root}.venv/bin/python`, script, ...question],
    "The Python packages of the API could not be read.",
  );
}
