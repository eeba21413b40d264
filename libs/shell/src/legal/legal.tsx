import { useTierWords } from "@loyalty/content/faq";
import { company } from "@loyalty/content/company";
import { brandKeys, brands } from "@loyalty/ui/brands";
import { formatList } from "@loyalty/ui/formats";

import en from "../texts/en/legal.json";

export type LegalDocument = "terms" | "privacy";

type SectionName<Document extends LegalDocument> =
  `${Document}.sections.${keyof (typeof en)[Document]["sections"] & string}`;

/** The texts of a document's sections, in their order: eight of the terms, nine of the privacy policy (spec 001 §2). */
export const sectionsOf = (document: LegalDocument) =>
  Object.keys(en[document].sections).map(
    (section) => `${document}.sections.${section}` as SectionName<"terms"> | SectionName<"privacy">,
  );

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
