/* Who may import whom. Each rule matches a shape, so a new feature is guarded at birth.
   scripts/import-rules.test.mjs breaks every rule once and sees it reported. */

const { existsSync, readdirSync, readFileSync } = require("node:fs");

const error = "error";

/** Who may import whom, by tag, as in the rule of Nx's own lint (`depConstraints`). */
const depConstraints = [
  { sourceTag: "type:app", onlyDependOnLibsWithTags: ["type:lib"] },
  { sourceTag: "type:lib", onlyDependOnLibsWithTags: ["type:lib"] },
  { sourceTag: "layer:client", onlyDependOnLibsWithTags: ["layer:client"] },
  { sourceTag: "layer:ui", onlyDependOnLibsWithTags: ["layer:ui", "layer:client"] },
  {
    sourceTag: "layer:content",
    onlyDependOnLibsWithTags: ["layer:content", "layer:ui", "layer:client"],
  },
  {
    sourceTag: "layer:shell",
    onlyDependOnLibsWithTags: ["layer:shell", "layer:content", "layer:ui", "layer:client"],
  },
  { sourceTag: "scope:shared", onlyDependOnLibsWithTags: ["scope:shared"] },
  { sourceTag: "scope:members", onlyDependOnLibsWithTags: ["scope:members", "scope:shared"] },
  { sourceTag: "scope:staff", onlyDependOnLibsWithTags: ["scope:staff", "scope:shared"] },
];

/** The tags of each project, by its folder. */
const tagsOf = new Map(
  ["apps", "libs"]
    .flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(`${folder}/project.json`))
    .map((folder) => [folder, JSON.parse(readFileSync(`${folder}/project.json`, "utf8")).tags]),
);

function onlyTagged({ sourceTag, onlyDependOnLibsWithTags }) {
  const having = (wanted) =>
    [...tagsOf].filter(([, tags]) => wanted.some((tag) => tags.includes(tag))).map(([at]) => at);
  const sources = having([sourceTag]);
  return {
    name: `${sourceTag.replace(":", "-")}-imports-only-what-its-tag-allows`,
    comment: `Only ${onlyDependOnLibsWithTags.join(", ")}, and itself.`,
    severity: error,
    from: { path: `^(${sources.join("|")})/` },
    to: {
      path: "^(apps|libs)/",
      pathNot: [`^(${having(onlyDependOnLibsWithTags).join("|")})/`, "^$1/"],
    },
  };
}

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or lack a third.",
      severity: error,
      from: {},
      to: { circular: true },
    },
    {
      name: "no-dead-ends",
      comment:
        "An import that leads nowhere. The address of a file (`?url`) is the bundler's to find.",
      severity: error,
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?url$" },
    },

    // Between the projects, by the tags of their project.json.
    ...depConstraints.map(onlyTagged),

    // Inside an app.
    {
      name: "features-do-not-know-each-other",
      comment: "They meet in the routes; what two of them draw belongs to libs/ui.",
      severity: error,
      from: { path: "^apps/([^/]+)/src/features/([^/]+)/" },
      to: { path: "^apps/$1/src/features/", pathNot: "^apps/$1/src/features/$2/" },
    },
    {
      name: "features-do-not-know-the-map",
      comment: "Links come from paths; only the routes table knows which screen a path shows.",
      severity: error,
      from: { path: "^apps/[^/]+/src/features/" },
      to: { path: "^apps/[^/]+/src/(routes|main)" },
    },

    // Inside the libraries.
    {
      name: "components-are-plain",
      comment: "No calls, no session, no router.",
      severity: error,
      from: { path: "^libs/ui/src/(tokens|components)/" },
      to: {
        path: "^libs/api-client/src/(?!(store|errors)\\.ts$)|(^|/)node_modules/react-router/",
      },
    },
    {
      name: "pages-do-not-know-each-other",
      comment: "The sign-in is home with a dialog over it.",
      severity: error,
      from: { path: "^libs/public-pages/src/(?!login/)([\\w-]+)/", pathNot: "\\.test\\.tsx$" },
      to: {
        path: "^libs/public-pages/src/[\\w-]+/",
        pathNot: "^libs/public-pages/src/($1|components|texts)/",
      },
    },

    // Inside libs/api-client.
    {
      name: "core-client-is-react-free",
      comment: "Calls, rules and the session work without React; ./react is the thin adapter.",
      severity: error,
      from: {
        path: "^libs/api-client/src/",
        pathNot: "^libs/api-client/src/react|\\.test\\.tsx?$",
      },
      to: { path: "(^|/)node_modules/(react|@tanstack)" },
    },
    {
      name: "server-state-lives-in-one-place",
      comment:
        "TanStack Query is seen only behind @loyalty/api-client/react and the staff app's queries.",
      severity: error,
      from: {
        path: "^(apps|libs)/",
        pathNot:
          "^libs/api-client/src/react|^apps/staff/src/(queries/|(till|features/[^/]+)/queries\\.ts$)",
      },
      to: { path: "(^|/)node_modules/@tanstack/(react-query|query-core)/" },
    },
    {
      name: "screens-use-hooks-not-calls",
      comment:
        "A hook has its call inside and keeps the cache, the session and the offline copy in step with it. What the session calls by itself is its own; types are free.",
      severity: error,
      from: { path: "^(apps/[^/]+|libs/(?!api-client/)[^/]+)/src/" },
      to: {
        path: "^libs/api-client/src/session/calls\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "staff-screens-use-hooks-not-calls",
      comment: "As above, of the staff app: its calls, and the till's own storage and queue.",
      severity: error,
      from: {
        path: "^apps/staff/src/",
        pathNot: "^apps/staff/src/(queries|till)/|/queries\\.ts$|\\.test\\.tsx$",
      },
      to: {
        path: "^apps/staff/src/(queries/requests\\.ts|till/(?!(queries|pins|card-codes)\\.ts$))",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "staff-have-no-member-session",
      comment: "Nobody signs in as a member on the staff's host.",
      severity: error,
      from: { path: "^apps/staff/" },
      to: {
        path: "^libs/api-client/src/session/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-fake-api-is-for-tests",
      comment: "@loyalty/api-client/testing must never reach a browser.",
      severity: error,
      from: {
        path: "^(apps|libs)/",
        pathNot: "\\.test\\.tsx?$|/vitest\\.setup\\.ts$|/testing(/|\\.tsx?$)|/e2e/",
      },
      to: { path: "^libs/api-client/src/testing" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(apps|libs)/[^/]+/(dist|build|\\.react-router)/" },
    tsConfig: { fileName: "tsconfig.base.json" },
    // Type-only imports count too: who may know whom does not depend on what is left at run time.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "module", "browser", "default", "types"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".jsx", ".json", ".css"],
    },
  },
};
