import type { Middleware } from "openapi-fetch";

/**
 * Solves the server's puzzle: a call that gets 429 `challenge` is sent once more with the solution; its caller only
 * waits a second longer.
 *
 * @param send how requests leave, so that tests can intercept them
 */
export function proofOfWork(send: (request: Request) => Promise<Response>): Middleware {
  const clonedRequests = new WeakMap<Request, Request>();
  return {
    onRequest({ request }) {
      // A request that was sent has no body any more.
      if (request.method !== "GET") clonedRequests.set(request, request.clone());
    },
    async onResponse({ request, response }) {
      const again = clonedRequests.get(request);
      if (response.status !== 429 || again === undefined) return undefined;
      const { challenge } = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { challenge?: { puzzle: string; bits: number } };
      if (challenge === undefined) return undefined;
      const answer = await solveWork(challenge.puzzle, challenge.bits);
      if (answer === null) return undefined;
      again.headers.set("x-proof-of-work", `${challenge.puzzle}:${answer}`);
      return send(again);
    },
  };
}

/** The most hashes tried before giving up: a solution is found after 65,536 on average. */
const MAX_TRIES = 4_000_000;
/** How many hashes are under way at once; one after the other they would take ten times as long. */
const BATCH = 256;

/**
 * Solves the puzzle that the server sends to unknown clients while codes are being guessed: a number so that
 * SHA-256 of `puzzle:number` begins with `bits` zeros. The same rows test the API (`cases/work.json`).
 *
 * @returns the smallest such number in digits, or null when there is none within reason
 */
export async function solveWork(puzzle: string, bits: number): Promise<string | null> {
  const encoder = new TextEncoder();
  for (let first = 0; first < MAX_TRIES; first += BATCH) {
    const hashes = await Promise.all(
      Array.from({ length: BATCH }, (_, index) =>
        crypto.subtle.digest("SHA-256", encoder.encode(`${puzzle}:${first + index}`)),
      ),
    );
    const found = hashes.findIndex((hash) => zeroBits(new Uint8Array(hash)) >= bits);
    if (found !== -1) return String(first + found);
  }
  return null;
}

function zeroBits(hash: Uint8Array): number {
  const byte = hash.findIndex((value) => value !== 0);
  return byte === -1 ? hash.length * 8 : byte * 8 + Math.clz32(hash[byte]!) - 24;
}
