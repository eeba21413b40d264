import type { Middleware } from "openapi-fetch";

/**
 * Answers the server's puzzle by itself: a call that is refused with 429 `challenge` is sent once more with the
 * answer, and its caller notices nothing but a second's wait.
 *
 * @param send how requests leave, so that tests can stand in between
 */
export function proofOfWork(send: (request: Request) => Promise<Response>): Middleware {
  const spare = new WeakMap<Request, Request>();
  return {
    onRequest({ request }) {
      // A request that was sent has no body any more.
      if (request.method !== "GET") spare.set(request, request.clone());
    },
    async onResponse({ request, response }) {
      const again = spare.get(request);
      if (response.status !== 429 || again === undefined) return undefined;
      const { challenge } = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { challenge?: { puzzle: string; bits: number } };
      if (challenge === undefined) return undefined;
      // Hardly any visitor is ever asked.
      const { solveWork } = await import("./rules/work.ts");
      const answer = await solveWork(challenge.puzzle, challenge.bits);
      if (answer === null) return undefined;
      again.headers.set("x-proof-of-work", `${challenge.puzzle}:${answer}`);
      return send(again);
    },
  };
}
