/**
 * What a package is made of, to find out quickly whether a weakness concerns it: CycloneDX, `sbom.cdx.json`.
 *
 * `npm sbom` lists the whole tree, the development tools included, with a time and a number that change at every build. This
 * lists what is delivered, the same for the same build.
 */

/** @typedef {{ name: string, version: string, licence?: { expression: string } | { name: string } }} Part */

/**
 * The parts of a web app: what its notices name.
 *
 * @param {string} notices LICENCES.md, a heading `## name - version (licence)` for each
 * @returns {Part[]}
 */
export function partsOf(notices) {
  return [...notices.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)].map(
    ([, name, version, expression]) => ({ name, version, licence: { expression } }),
  );
}

/**
 * The bill of materials.
 *
 * @param {{ name: string, version: string }} package_ what it is about, such as loyalty-site
 * @param {"npm" | "pypi"} kind where its parts have their names
 * @param {Part[]} parts
 * @returns {string} JSON, the same for the same parts
 */
export function billOf(package_, kind, parts) {
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...package_ } },
    components: parts
      .map(({ name, version, licence }) => ({
        type: "library",
        name,
        version,
        purl: `pkg:${kind}/${name.replace(/^@/, "%40")}@${version}`,
        ...(licence && { licenses: ["expression" in licence ? licence : { license: licence }] }),
      }))
      .sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
