import { formatList } from "../i18n/formats.ts";
import { useTierWords } from "../member/tier-status.ts";
import { brandKeys, brands, company } from "../theme/brands.ts";

/**
 * Which wording of the privacy notice a new member agrees to; recorded with the registration (PDPA). Raise it when
 * what the notice allows has changed.
 */
export const NOTICE_VERSION = "1";

/** The eight sections of the terms, in the viewer as on the page (spec 000 §2, spec 001 §2). */
export const TERMS_SECTIONS = [
  "membership",
  "account",
  "earning",
  "tiers",
  "rewards",
  "fairUse",
  "changes",
  "liability",
] as const;

/**
 * The nine sections of the privacy page (spec 001 §2). The viewer shows the first eight (spec 000 §2) and says
 * the ninth, whom to turn to, below them as a closing note: nothing that a member must know is left out.
 */
export const PRIVACY_SECTIONS = [
  "collected",
  "purposes",
  "consent",
  "sharing",
  "places",
  "retention",
  "security",
  "rights",
  "contact",
] as const;

export type TermsSection = (typeof TERMS_SECTIONS)[number];
export type PrivacySection = (typeof PRIVACY_SECTIONS)[number];
export type LegalDocument = "terms" | "privacy";

/** The paragraphs of a legal text; a blank line separates them in the catalogue. */
export function Paragraphs({ text }: { text: string }) {
  return text.split("\n\n").map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

/** The variables of the legal texts: the company, its brands, its contact, and the tiers as they are now. */
export function useLegalValues() {
  const tiers = useTierWords();
  return {
    tiers,
    company: company.legalName,
    brands: formatList(brandKeys.map((key) => brands[key].name)),
    email: company.supportEmail,
  };
}
