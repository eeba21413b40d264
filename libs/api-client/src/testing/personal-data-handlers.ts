import { HttpResponse, type HttpHandler } from "msw";

import { ownMember, type Answer, type FakeApi } from "./answers.ts";
import { isRightCode, sendCode, wrongCode } from "./codes.ts";

/** Everything about a member, and the end of it. */
export function personalDataHandlers(api: FakeApi, answer: Answer): HttpHandler[] {
  const { world } = api;
  const own = ownMember(api);

  return [
    answer(
      "GET /member/:id/export",
      own((member) =>
        HttpResponse.json({
          exportedAt: new Date().toISOString(),
          member,
          records: { members: [member], pointLines: world.activities[member.id] ?? [] },
        }),
      ),
    ),

    answer(
      "POST /member/:id/erasure/otp",
      own((member) => sendCode(api, "erasure", member)),
    ),

    answer(
      "DELETE /member/:id",
      own(async (member, request) => {
        const { otpCode } = (await request.json()) as { otpCode: string };
        if (!isRightCode(api, "erasure", member, otpCode)) return wrongCode();
        world.members = world.members.filter(({ id }) => id !== member.id);
        for (const [token, { memberId }] of world.tokens) {
          if (memberId === member.id) world.tokens.delete(token);
        }
        return new HttpResponse(null, { status: 204 });
      }),
    ),
  ];
}
