import { brandKeys } from "../../brand/brand-key.ts";
import { brands, company } from "../../brand/brands.ts";
import { useTierWords } from "../../content/tier-words.ts";
import { formatList } from "../../formats/formats.ts";

/** What the legal texts leave open: who speaks, for which brands, where to turn, and the tiers as they are now. */
export function useLegalValues() {
  const tiers = useTierWords();
  return {
    tiers,
    company: company.legalName,
    brands: formatList(brandKeys.map((key) => brands[key].name)),
    email: company.supportEmail,
  };
}
