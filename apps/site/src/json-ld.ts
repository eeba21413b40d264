import type { BrandKey } from "@loyalty/ui/brands";

/** A node of structured data, as schema.org names its fields. */
export interface JsonLd {
  "@type": string;
  [field: string]: unknown;
}

/** The address by which other nodes mean a brand. */
export const brandId = (origin: string, brand: BrandKey) => `${origin}/#${brand}`;
