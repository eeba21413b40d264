/** The content security policy of a built app: what its pages may run and ask for, and nothing else. */

import { createHash } from "node:crypto";

// Data blocks are not run, so they need no leave.
const dataTypes = ["application/ld+json", "application/json", "speculationrules"];

/**
 * The hashes of a page's inline scripts.
 *
 * @param {string} html
 * @returns {string[]} such as "'sha256-…'", in the order of the page
 */
export function inlineScripts(html) {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !/\bsrc=/.test(attributes))
    .filter(([, attributes]) => !dataTypes.some((type) => attributes.includes(`"${type}"`)))
    .map(([, , code]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
}

/**
 * The policy for an app whose pages are these.
 *
 * @param {string[]} pages every HTML document of the build
 * @param {{wasm?: boolean}} [needs] whether its scripts compile WebAssembly: files of the build, as its scripts are
 * @returns {string} the header's value; `@TILES@` and `@API@` are replaced with the origins of the map's tiles and of
 *   an API that has a host of its own
 */
export function policyFor(pages, { wasm = false } = {}) {
  const hashes = [...new Set(pages.flatMap(inlineScripts))].sort();
  return Object.entries({
    "default-src": ["'none'"],
    "script-src": ["'self'", ...(wasm ? ["'wasm-unsafe-eval'"] : []), ...hashes],
    // Scroll locks and toasts of our libraries write style elements as they open; scripts get no such leave.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "@TILES@", "@API@"],
    "connect-src": ["'self'", "@API@"],
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    // Markup and addresses of scripts come from these two policies: libs/ui/src/trusted.
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["default", "inert"],
    // The older way and the newer one, which nginx names in Reporting-Endpoints.
    "report-uri": ["@API@/api/csp-report"],
    "report-to": ["csp"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
    .join("; ");
}
