import { brandKeys, type BrandKey } from "../../brand/brand-key.ts";
import { brands, company } from "../../brand/brands.ts";
import type { JsonLd } from "./json-ld.ts";

/** The address by which other nodes mean a brand. */
export const brandId = (origin: string, brand: BrandKey) => `${origin}/#${brand}`;

/** The group and its brands. */
export function organisation(origin: string): JsonLd {
  return {
    "@type": "Organization",
    "@id": `${origin}/#group`,
    name: company.legalName,
    url: `${origin}/`,
    email: company.supportEmail,
    address: { "@type": "PostalAddress", addressCountry: company.country },
    subOrganization: brandKeys.map((key) => ({
      "@type": "Organization",
      "@id": brandId(origin, key),
      name: brands[key].name,
      alternateName: brands[key].thaiName,
      email: brands[key].email,
      telephone: brands[key].phone.dialled,
      sameAs: Object.values(brands[key].social),
    })),
  };
}
