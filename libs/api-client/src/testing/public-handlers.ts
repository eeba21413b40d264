import { HttpResponse, type HttpHandler } from "msw";

import { refuse, type Answer, type FakeApi } from "./answers.ts";

/** What everybody may read: tiers, outlets, calling codes. */
export function publicHandlers({ world }: FakeApi, answer: Answer): HttpHandler[] {
  return [
    answer("GET /callingCode", () => HttpResponse.json(world.callingCodes)),

    answer("GET /outlet", ({ request }) => {
      const statusId = new URL(request.url).searchParams.get("statusId");
      const outletList = world.outlets.filter(
        (outlet) => statusId === null || String(outlet.statusId) === statusId,
      );
      return HttpResponse.json({ outletList });
    }),

    answer("GET /membership", () => HttpResponse.json({ membershipList: world.tiers })),

    answer("GET /membership/:id", ({ params }) => {
      const tier = world.tiers.find(({ id }) => String(id) === params["id"]);
      return tier
        ? HttpResponse.json(tier)
        : refuse(404, { message: "This does not exist.", code: "not_found" });
    }),
  ];
}
