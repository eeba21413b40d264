/* Who may import whom. Each rule matches a shape, so a new feature is guarded at birth.
   scripts/import-rules.test.mjs breaks every rule once and sees it reported. */

const error = "error";

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

    // Between the projects.
    {
      name: "apps-never-import-apps",
      comment: "What both apps need belongs to libs/ui or libs/api-client.",
      severity: error,
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "libraries-never-import-apps",
      severity: error,
      from: { path: "^libs/" },
      to: { path: "^apps/" },
    },
    {
      name: "api-client-does-not-know-the-screens",
      severity: error,
      from: { path: "^libs/api-client/" },
      to: { path: "^libs/ui/" },
    },

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

    // Inside libs/ui, from the ground up.
    {
      name: "primitives-are-plain",
      comment: "No calls, no session, no router, nothing of this product.",
      severity: error,
      from: { path: "^libs/ui/src/(tokens|primitives)/" },
      to: {
        path: "^libs/(api-client/src/(?!store\\.ts$)|ui/src/(member|shell|account|public-pages|screens|routes))|(^|/)node_modules/react-router/",
      },
    },
    {
      name: "member-parts-do-not-know-the-pages",
      severity: error,
      from: { path: "^libs/ui/src/member/" },
      to: { path: "^libs/ui/src/(shell|account|public-pages|screens)/" },
    },
    {
      name: "shell-knows-paths-not-screens",
      comment: "The shell links to pages by their path and never renders one.",
      severity: error,
      from: { path: "^libs/ui/src/shell/" },
      to: { path: "^libs/ui/src/(public-pages/[\\w-]+-screens?\\.|screens/|routes/(?!paths))" },
    },
    {
      name: "account-does-not-know-the-screens",
      severity: error,
      from: { path: "^libs/ui/src/account/" },
      to: { path: "^libs/ui/src/(public-pages/[\\w-]+-screens?\\.|screens/|routes/(?!paths))" },
    },
    {
      name: "screens-do-not-know-each-other",
      severity: error,
      from: { path: "^libs/ui/src/public-pages/(?!login)[\\w-]+-screen\\.tsx$" },
      to: { path: "^libs/ui/src/public-pages/[\\w-]+-screen\\.tsx$" },
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
      from: { path: "^(apps/[^/]+|libs/ui)/src/" },
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
        path: "^libs/(api-client/src/session|ui/src/(account|handoff|member|public-pages))/",
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
