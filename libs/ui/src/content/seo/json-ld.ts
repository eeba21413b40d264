/** A node of structured data, as schema.org names its fields. */
export interface JsonLd {
  "@type": string;
  [field: string]: unknown;
}

/** Several nodes as one document. */
export function graph(nodes: readonly JsonLd[]): Record<string, unknown> {
  return { "@context": "https://schema.org", "@graph": nodes };
}
