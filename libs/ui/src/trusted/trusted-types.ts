/**
 * Trusted Types, as far as they are used here (W3C): a page whose policy demands them takes markup and addresses of
 * scripts from the policies it names, and refuses everything else. TypeScript's own library does not know them yet.
 */
export interface TrustedTypes {
  createPolicy<Rules extends PolicyRules>(name: string, rules: Rules): Rules;
}

/** What makes a plain string of each kind trusted; null refuses it. */
export interface PolicyRules {
  createHTML?: (html: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}

/** The browser's; undefined where it knows none, and then strings stay strings. */
export const trustedTypes = (): TrustedTypes | undefined =>
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
