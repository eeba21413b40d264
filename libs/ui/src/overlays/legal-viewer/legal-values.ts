import { brandKeys } from "../../brand/brand-key.ts";
import { brands, company } from "../../brand/brands.ts";

/** What the legal texts leave open: who speaks, for which brands, and where to turn. */
export function legalValues(language: string) {
  const names = brandKeys.map((key) => brands[key].name);
  return {
    company: company.legalName,
    brands: new Intl.ListFormat(language, { type: "conjunction" }).format(names),
    email: company.supportEmail,
  };
}
