/** Bytes as hexadecimal digits, two for each. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * As many random bytes, in hex. Not randomUUID: it is missing where a page is served without TLS, as in a company's own
 * network.
 */
export const randomHex = (bytes: number): string =>
  hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
