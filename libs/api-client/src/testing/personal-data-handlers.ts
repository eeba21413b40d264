import { HttpResponse, type HttpHandler } from "msw";

import type { Agreement, ConsentStanding } from "../wire.ts";
import { ownMember, refuse, type Answer, type FakeApi } from "./answers.ts";
import { isRightCode, sendCode, wrongCode } from "./codes.ts";
import type { World } from "./world.ts";

// What ends every ZIP, and all there is of one without a file.
const EMPTY_ZIP = new Uint8Array([80, 75, 5, 6, ...Array<number>(18).fill(0)]);

/** Everything about a member, and the end of it. */
export function personalDataHandlers(api: FakeApi, answer: Answer): HttpHandler[] {
  const { world } = api;
  const own = ownMember(api);

  return [
    answer(
      "GET /member/:id/consent",
      own(({ id }) => HttpResponse.json(standing(world, id))),
    ),

    answer(
      "POST /member/:id/consent",
      own(async ({ id }, request) => {
        const { noticeVersion, language } = (await request.json()) as Agreement;
        if (noticeVersion !== world.noticeVersion) {
          const message = "There is a newer version. Please read it first.";
          return refuse(422, { message, code: "invalid", errors: { noticeVersion: [message] } });
        }
        world.consents[id] = { version: noticeVersion, language, at: new Date().toISOString() };
        return HttpResponse.json(standing(world, id));
      }),
    ),

    answer(
      "GET /member/:id/export",
      own((member) =>
        HttpResponse.json({
          exportedAt: new Date().toISOString(),
          member,
          records: { members: [member], ledgerEntries: world.activities[member.id] ?? [] },
        }),
      ),
    ),

    answer(
      "GET /member/:id/export/csv",
      own(() => new HttpResponse(EMPTY_ZIP, { headers: { "Content-Type": "application/zip" } })),
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

/** Who never agreed in this world did so to the first version when she joined. */
function standing({ noticeVersion, consents }: World, id: number): ConsentStanding {
  const agreed = consents[id] ?? { version: "1", language: "en", at: "2026-01-10T04:00:00Z" };
  return {
    noticeVersion,
    isAgreed: agreed.version === noticeVersion,
    agreedVersion: agreed.version,
    language: agreed.language,
    agreedAt: agreed.at,
  };
}
