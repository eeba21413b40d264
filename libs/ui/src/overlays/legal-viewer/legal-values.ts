import { brandKeys } from "../../brand/brand-key.ts";
import { brands, company } from "../../brand/brands.ts";
import { formatList } from "../../formats/formats.ts";

/** What the legal texts leave open: who speaks, for which brands, and where to turn. */
export function legalValues() {
  return {
    company: company.legalName,
    brands: formatList(brandKeys.map((key) => brands[key].name)),
    email: company.supportEmail,
  };
}
